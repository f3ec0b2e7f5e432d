//! Static abilities in words.

use super::condition::step_name;
use super::flow::Page;
use super::teller::Teller;
use super::words::{Who, list_and, list_or, sentence};
use crate::ability::{
    Affected, Attacked, Caused, CombatTax, Declared, FromExile, FromGraveyard, OfNextSpell, PlayerRule, Static,
    StaticEffect, WhichAbilities,
};
use crate::card::AbilityId;
use crate::effect::{Modification, SpentAs};
use crate::filter::{Filter, PlayerFilter, Zone};

impl Teller<'_> {
    /// Cards in exile that a rule lets a player play.
    fn played_from_exile(&self, rule: &FromExile, cards: &str) -> String {
        let place = if rule.linked { format!("exiled with {}", self.source()) } else { "in exile".to_owned() };
        let mana = match rule.mana {
            SpentAs::Itself => "",
            SpentAs::SnowAnyColor => ", and mana of any color from snow sources may be spent on them",
            SpentAs::AnyColor => ", and mana of any color may be spent on them",
            SpentAs::AnyType => ", and mana of any type may be spent on them",
        };
        format!("may play {cards} {place}{mana}")
    }

    /// What a static ability does, and while what holds.
    pub(super) fn static_ability(&self, page: &mut Page, ability: &Static, indent: usize) {
        let mut when = Vec::new();
        if ability.zone != Zone::Battlefield {
            when.push(format!("while {} is in {}", self.source(), super::filter::whose(ability.zone)));
        }
        if let Some(condition) = &ability.condition {
            when.push(format!("as long as {}", self.condition(condition)));
        }
        let mut inner = indent;
        if !when.is_empty() {
            page.line(indent, &sentence(&format!("{}:", list_and(&when))));
            self.tell_below(page, indent + 1);
            inner += 1;
        }
        if let StaticEffect::Replacement(replacement) = &ability.effect {
            return self.replacement(page, replacement, inner);
        }
        page.line(inner, &sentence(&self.static_effect(&ability.effect)));
        self.tell_below(page, inner + 1);
    }

    fn affected(&self, affected: &Affected) -> Who {
        match affected {
            Affected::Source => Who::one(self.source()),
            Affected::Host => Who::one(format!("the permanent that {} is attached to", self.source())),
            Affected::Each(filter) => Who::one(self.noun(filter, Some(Zone::Battlefield)).each()),
            Affected::EachIn(zone, filter) => Who::one(self.noun(filter, Some(*zone)).each()),
        }
    }

    fn sources(&self, filter: &Filter) -> String {
        if filter.tests.is_empty() { "everything".to_owned() } else { self.noun(filter, None).plural() }
    }

    /// What is true of an object though it has no such ability (CR 113.12).
    pub(super) fn quality(&self, ability: AbilityId) -> String {
        match &self.pool.static_ability(ability).effect {
            StaticEffect::CantBeBlockedBy { blockers, except, .. } => self.cant_be_blocked(blockers, *except),
            StaticEffect::CantBlockThese { attackers, .. } => self.cant_block(attackers),
            StaticEffect::ReachesThese { attackers, shadow, .. } => self.reaches(attackers, *shadow),
            StaticEffect::BlocksMore { n, .. } => format!("can block {n} additional creatures each combat"),
            StaticEffect::CantBeTargeted { by, .. } => self.cant_be_targeted(by),
            _ => format!("obey {}", self.given_below(ability)),
        }
    }

    fn reaches(&self, attackers: &Filter, shadow: bool) -> String {
        if shadow {
            return "can block creatures with shadow as though those had no shadow".to_owned();
        }
        format!("can block {} as though it had reach", self.noun(attackers, Some(Zone::Battlefield)).plural())
    }

    fn cant_be_blocked(&self, blockers: &Filter, except: bool) -> String {
        let except = if except { " except" } else { "" };
        format!("can't be blocked{except} by {}", self.noun(blockers, Some(Zone::Battlefield)).plural())
    }

    fn cant_block(&self, attackers: &Filter) -> String {
        format!("can't block {}", self.noun(attackers, Some(Zone::Battlefield)).plural())
    }

    fn cant_be_targeted(&self, by: &Filter) -> String {
        format!("can't be the target of {} or their abilities", self.sources(by))
    }

    /// What a spell says of where it goes as it resolves.
    fn goes_away(&self, effect: &StaticEffect, later: AbilityId) -> String {
        let later = self.ability_below(later);
        match effect {
            StaticEffect::Rebound(_) => format!("the spell has rebound: {later}"),
            _ => format!("the spell is exiled as it resolves; at the beginning of the next end step: {later}"),
        }
    }

    /// What protection doesn't remove.
    fn keeps_attached(&self, kept: &Filter) -> String {
        let kept = self.noun(kept, Some(Zone::Battlefield)).one();
        format!("the protection that {} gives doesn't remove {kept}", self.source())
    }

    pub(super) fn static_effect(&self, effect: &StaticEffect) -> String {
        let creatures = |filter: &Filter| self.noun(filter, Some(Zone::Battlefield)).plural();
        let source = self.source();
        match effect {
            StaticEffect::Continuous(affected, changes) => {
                let always = match changes.as_slice() {
                    [Modification::Control(_)] => " for as long as this ability works",
                    _ => "",
                };
                format!("{}{always}", self.changed(&self.affected(affected), changes))
            }
            StaticEffect::CantBeBlockedBy { affected, blockers, except } => {
                self.affected(affected).does(&self.cant_be_blocked(blockers, *except))
            }
            StaticEffect::CantBlockThese { affected, attackers } => {
                self.affected(affected).does(&self.cant_block(attackers))
            }
            StaticEffect::ReachesThese { affected, attackers, shadow } => {
                self.affected(affected).does(&self.reaches(attackers, *shadow))
            }
            StaticEffect::BlocksMore { affected, n } => {
                self.affected(affected).does(&format!("can block {n} additional creatures each combat"))
            }
            StaticEffect::Protection { affected, from, hexproof_only } => {
                let what = if *hexproof_only { "hexproof" } else { "protection" };
                self.affected(affected).does(&format!("have {what} from {}", self.sources(from)))
            }
            StaticEffect::CantBeTargeted { affected, by } => self.affected(affected).does(&self.cant_be_targeted(by)),
            StaticEffect::Helper(helper) => self.helper(helper),
            StaticEffect::Rebound(ability) | StaticEffect::ExiledAsItResolves(ability) => {
                self.goes_away(effect, *ability)
            }
            StaticEffect::SpellCost { player, what, change } => {
                let spells = self.noun(what, Some(Zone::Stack)).plural();
                format!("{spells} {} cast {}", self.who_fits(*player).text, self.cost_change(change))
            }
            StaticEffect::AbilityCost { player, what, zone, which, change } => {
                let named = match which {
                    WhichAbilities::All => String::new(),
                    WhichAbilities::Named(named) => format!("{} ", super::cost::named(*named)),
                    WhichAbilities::NotMana => "nonmana ".to_owned(),
                    WhichAbilities::Loyalty => "loyalty ".to_owned(),
                };
                let of = self.noun(what, *zone).plural();
                let who = self.who_fits(*player).text;
                format!("{named}abilities of {of} that {who} activate {}", self.cost_change(change))
            }
            StaticEffect::CombatTax(tax) => self.combat_tax(tax),
            StaticEffect::MustAttackSource(filter) => {
                format!("{} attack {source} if able", self.noun(filter, Some(Zone::Battlefield)).plural())
            }
            StaticEffect::CombatLimit(n, declared) => {
                let what = match declared {
                    Declared::Attackers => "attack".to_owned(),
                    Declared::AttackersOfYou => "attack you".to_owned(),
                    Declared::AttackersOfSource => format!("attack {source}"),
                    Declared::Blockers => "block".to_owned(),
                };
                format!("no more than {n} creatures can {what} each combat")
            }
            StaticEffect::Player(player, rule) => self.player_rule(*player, rule),
            // Told with their scripts by `replacement`.
            StaticEffect::Replacement(_) => String::new(),
            StaticEffect::Enchant { objects, players, zone } => {
                let mut what = Vec::new();
                what.extend(objects.iter().map(|filter| self.noun(filter, Some(*zone)).one()));
                what.extend(players.iter().map(|who| self.who_fits(*who).text));
                format!("{source} can be attached to {} only", list_or(&what))
            }
            StaticEffect::LoneAura => format!("other Auras can't enchant what {source} is attached to"),
            StaticEffect::KeepsAttached(kept) => self.keeps_attached(kept),
            StaticEffect::CounterCap(kind, n) => {
                format!("{source} can't have more than {} {} counters on it", self.amount(n), self.counter(*kind))
            }
            StaticEffect::NoCounters { what, players, kind } => {
                let mut on = Vec::new();
                on.extend(what.iter().map(|what| self.noun(what, Some(Zone::Battlefield)).each()));
                on.extend(players.iter().map(|players| self.who_fits(*players).text));
                format!("no {}s can be put on {}", self.any_counter(*kind), list_or(&on))
            }
            StaticEffect::UntapsOnOthersTurns(filter) => {
                format!(
                    "untap {} during each other player's untap step",
                    self.noun(filter, Some(Zone::Battlefield)).each()
                )
            }
            StaticEffect::OfNextSpell(says, what) => {
                let what = self.noun(what, Some(Zone::Stack)).one();
                let so = match says {
                    OfNextSpell::ToHand => "put it into your hand instead of into your graveyard as it resolves",
                    OfNextSpell::Uncounterable => "it can't be countered",
                };
                format!("the next time you cast {what}, {so}")
            }
            StaticEffect::CantEnter { what, from } => {
                let places: Vec<String> = from.iter().map(|zone| self.noun(what, Some(*zone)).each()).collect();
                format!("these can't enter the battlefield: {}", places.join("; "))
            }
            StaticEffect::LookAtExiled => format!("you may look at the cards exiled with {source}"),
            StaticEffect::NoLegendRule(filter) => format!("the legend rule doesn't apply to {}", creatures(filter)),
            StaticEffect::MaySkipTurn => {
                format!("as your turn would begin, you may skip it; if you do, untap {source}")
            }
            StaticEffect::MayNotUntap => format!("you may choose not to untap {source} during your untap step"),
            StaticEffect::ReturnsAsPlayerUntaps => {
                format!("as the player untaps their permanents, {source} returns to its owner's hand")
            }
            StaticEffect::MayExert => format!("you may exert {source} as it attacks"),
            StaticEffect::MayEnlist(ability) => {
                let then = self.ability_below(*ability);
                format!("as {source} attacks, you may tap another creature that doesn't attack; then {then}")
            }
            StaticEffect::Crews { mounts, toughness, more } => {
                let what = if *mounts { "saddles Mounts and crews Vehicles" } else { "crews Vehicles" };
                match toughness {
                    true => format!("{source} {what} using its toughness rather than its power"),
                    false => format!("{source} {what} as though its power were {more} greater"),
                }
            }
            StaticEffect::Toxic(n) => {
                format!("combat damage that {source} deals to a player also gives that player {n} poison counters")
            }
            StaticEffect::TriggersAgain { causes, of } => {
                let of = creatures(of);
                let causes = if causes.is_empty() {
                    String::new()
                } else {
                    format!(" if this causes it: {}", self.events(causes).0)
                };
                format!("triggered abilities of {of} trigger an additional time{causes}")
            }
            StaticEffect::NoTriggers(cause, of) => {
                let of = of.as_ref().map(|of| format!(" of {}", self.noun(of, Some(Zone::Battlefield)).plural()));
                let cause = self.events(std::slice::from_ref(cause)).0;
                format!("this causes no abilities{} to trigger: {cause}", of.unwrap_or_default())
            }
            StaticEffect::Dredge(n) => format!(
                "if you would draw a card, you may instead mill {n} cards and return {source} from your graveyard to your hand"
            ),
            StaticEffect::CantBeCopied => format!("{source} can't be copied"),
            StaticEffect::MayBeginOnBattlefield => format!("you may begin the game with {source} on the battlefield"),
            StaticEffect::MayReveal(ability, until) => {
                format!("you may reveal {source} from your opening hand; if you do, {}", self.delayed(until, *ability))
            }
            StaticEffect::MayRedraw => format!(
                "any time you could mulligan and {source} is in your hand, you may exile your hand and draw that many cards"
            ),
        }
    }

    fn combat_tax(&self, tax: &CombatTax) -> String {
        let mut what = Vec::new();
        if let Some(attacked) = tax.attacks {
            what.push(match attacked {
                Attacked::Anything => "attack".to_owned(),
                Attacked::You => "attack you".to_owned(),
                Attacked::YouOrPlaneswalker => "attack you or planeswalkers you control".to_owned(),
                Attacked::Planeswalker => "attack planeswalkers you control".to_owned(),
            });
        }
        if let Some(attackers) = &tax.blocks {
            what.push(format!("block {}", self.noun(attackers, Some(Zone::Battlefield)).plural()));
        }
        let who = self.affected(&tax.who).does(&format!("can't {}", list_or(&what)));
        let times = tax.times.as_ref().map_or(String::new(), |n| format!(", {} times", self.amount(n)));
        let x = tax.x.as_ref().map_or(String::new(), |x| format!(", where X is {}", self.amount(x)));
        format!("{who} unless its controller pays this for each of them: {}{times}{x}", self.cost(&tax.cost))
    }

    fn player_rule(&self, player: PlayerFilter, rule: &PlayerRule) -> String {
        let who = self.all_who_fit(player);
        let spells = |filter: &Filter| self.noun(filter, Some(Zone::Stack)).plural();
        let cards = |filter: &Filter| {
            let mut noun = self.noun(filter, None);
            noun.heads.retain(|head| head != "object");
            noun.kind = Some("card");
            noun.plural()
        };
        let their = who.their();
        match rule {
            PlayerRule::NoMaximumHandSize => who.does("have no maximum hand size"),
            PlayerRule::HandSize(n) => format!("{} maximum hand size is {}", who.of(), self.amount(n)),
            PlayerRule::HandSizeChange(n) => format!("{} maximum hand size changes by {}", who.of(), self.amount(n)),
            PlayerRule::ExtraLands(1) => who.does(&format!("may play an additional land on each of {their} turns")),
            PlayerRule::ExtraLands(n) => who.does(&format!("may play {n} additional lands on each of {their} turns")),
            PlayerRule::CantGainLife => who.does("can't gain life"),
            PlayerRule::CantLoseLife => who.does("can't lose life"),
            PlayerRule::CantLoseGame => {
                format!("{} and their opponents can't win the game", who.does("can't lose the game"))
            }
            PlayerRule::LivesWithoutLife => who.does("don't lose the game for having 0 or less life"),
            PlayerRule::DamageLeaves(n) => {
                let life = who.of();
                format!("damage that would reduce {life} life total to less than {n} reduces it to {n} instead")
            }
            PlayerRule::DamageTakesNoLife => who.does("don't lose life because of damage"),
            PlayerRule::DamagedAsByInfect => who.does("are dealt all damage as though its source had infect"),
            PlayerRule::CantCast(filter) => who.does(&format!("can't cast {}", spells(filter))),
            PlayerRule::SpellsPerTurn(n, filter) => {
                who.does(&format!("can't cast more than {n} of these each turn: {}", spells(filter)))
            }
            PlayerRule::SorceryTimeOnly => who.does("can cast spells only when they could cast a sorcery"),
            PlayerRule::CantPlayLands(filter, from) => who.does(&cant_play(filter, *from, &cards)),
            PlayerRule::CantActivateLoyalty => who.does("can't activate loyalty abilities"),
            PlayerRule::CantActivate(filter, zone) => {
                let of = self.noun(filter, *zone).plural();
                who.does(&format!("can't activate abilities of {of} that aren't mana abilities"))
            }
            PlayerRule::Flash(filter) => who.does(&format!("may cast {} as though they had flash", spells(filter))),
            PlayerRule::Hexproof(true) => {
                who.does("have hexproof (can't be the target of spells or abilities that their opponents control)")
            }
            PlayerRule::Hexproof(false) => who.does("have shroud (can't be the target of spells or abilities)"),
            PlayerRule::BoastsTwice(filter) => who.does(&format!(
                "can activate each boast ability of {} twice each turn",
                self.noun(filter, Some(Zone::Battlefield)).plural()
            )),
            PlayerRule::LoyaltyTwice(filter) | PlayerRule::LoyaltyAnyTime(filter) => {
                let of = self.noun(filter, Some(Zone::Battlefield)).plural();
                let twice = matches!(rule, PlayerRule::LoyaltyTwice(_));
                let how = if twice { "twice each turn" } else { "whenever they could cast an instant" };
                who.does(&format!("may activate loyalty abilities of {of} {how}"))
            }
            PlayerRule::HexproofFrom(filter) => {
                let by = self.noun(filter, None).one();
                who.does(&format!("can't be the target of {by} that their opponents control"))
            }
            PlayerRule::Protection(filter) => {
                who.does(&format!("can't be the target of or enchanted by {}", self.noun(filter, None).one()))
            }
            PlayerRule::DrawsFromBottom => who.does(&format!("draw from the bottom of {their} library")),
            PlayerRule::SkipExtraTurns => who.does("skip an extra turn that would begin"),
            PlayerRule::SkipStep(step) => who.does(&format!("skip {their} {}", step_name(*step))),
            PlayerRule::HandRevealed => who.does(&format!("play with {their} hand revealed")),
            PlayerRule::TopCardRevealed => who.does(&format!("play with the top card of {their} library revealed")),
            PlayerRule::PlayFromTop(filter) => {
                who.does(&format!("may play {} from the top of {their} library", cards(filter)))
            }
            PlayerRule::PlayExiled(rule) => who.does(&self.played_from_exile(rule, &cards(&rule.cards))),
            PlayerRule::PlayFromGraveyard(rule) => who.does(&from_graveyard(rule, &cards(&rule.cards), their)),
            PlayerRule::Flashback(filter) => {
                format!("{} in {} graveyard have flashback for their mana cost", cards(filter), who.of())
            }
            PlayerRule::OtherPrice(price) => who.does(&self.price_offered(price, spells(&price.spells), their)),
            PlayerRule::LookAtTop => who.does(&format!("may look at the top card of {their} library at any time")),
            PlayerRule::DrawLimit(0) => who.does("can't draw cards"),
            PlayerRule::DrawLimit(n) => who.does(&format!("can't draw more than {n} cards each turn")),
            PlayerRule::UntapLimit(n, filter) => {
                let what = self.noun(filter, Some(Zone::Battlefield)).plural();
                who.does(&format!("can't untap more than {n} {what} during {their} untap step"))
            }
            PlayerRule::DamageCantBePrevented(filter, combat) => {
                let combat = match combat {
                    None => "",
                    Some(true) => "combat ",
                    Some(false) => "noncombat ",
                };
                format!("{combat}damage by {} can't be prevented", self.sources(filter))
            }
            PlayerRule::RevealsFirstDrawn(own_turn) => {
                let when = if *own_turn { format!("in each of {their} turns") } else { "each turn".to_owned() };
                who.does(&format!("reveal the first card drawn {when}"))
            }
            PlayerRule::CantTransform(what) => {
                format!("{} can't transform", self.noun(what, Some(Zone::Battlefield)).plural())
            }
            PlayerRule::StayFaceDown(what) => {
                format!("{} can't be turned face up", self.noun(what, Some(Zone::Battlefield)).plural())
            }
            PlayerRule::SpellsUncounterableBy(what, by) => {
                let what = self.noun(what, Some(Zone::Stack)).plural();
                format!("{what} can't be countered by {}", self.noun(by, Some(Zone::Stack)).plural())
            }
            PlayerRule::WalkIgnored(keywords) => {
                let walk = list_or(&super::words::keywords(*keywords));
                format!("creatures with {walk} can be blocked as though they didn't have it")
            }
            PlayerRule::LethalByPower => format!("power says what is lethal for creatures {} control", who.text),
            PlayerRule::IgnoresNoSearch => who.does(&format!("can search whatever {} says", self.source())),
            PlayerRule::CantSearch => who.does("can't search libraries"),
            PlayerRule::SearchesTop(n) => {
                who.does(&format!("search the top {n} cards of a library that they would search"))
            }
            PlayerRule::CantSearchOnItsOwn => {
                format!(
                    "spells and abilities that {} can't cause {} to search their library",
                    who.does("control"),
                    who.text
                )
            }
            PlayerRule::CannotBeCaused(caused) => {
                let caused = match caused {
                    Caused::Sacrifice => "sacrifice permanents",
                    Caused::Discard => "discard cards",
                };
                format!("spells and abilities that opponents control can't cause {} to {caused}", who.text)
            }
            PlayerRule::AbilitiesIgnoreSickness => {
                who.does("may activate abilities of creatures they control as though those creatures had haste")
            }
            PlayerRule::ManaDoesntEmpty(color) => mana_stays(&who, *color),
            PlayerRule::UnspentManaBecomes(color) => mana_becomes(&who.text, *color),
            PlayerRule::CantBeAttackedBy(filter, planeswalkers) => {
                let or = if *planeswalkers { " or planeswalkers they control" } else { "" };
                let creatures = self.noun(filter, Some(Zone::Battlefield)).plural();
                format!("{creatures} can't attack {}{or}", who.text)
            }
            PlayerRule::LifeForMana(color) => {
                let color = list_or(&super::words::colors(*color));
                who.does(&format!("may pay 2 life for each {color} mana symbol in a cost rather than that mana"))
            }
            PlayerRule::SpendAs(how, rule) => {
                let any = if *how == SpentAs::AnyType { "type" } else { "color" };
                let on = Some(self.spend_rule(*rule)).filter(|on| !on.is_empty());
                let on = on.map_or(String::new(), |on| format!(" ({on})"));
                who.does(&format!("may spend mana as though it were mana of any {any}{on}"))
            }
        }
    }
}

/// Which lands can't be played, as cards, and from where, if that is said.
fn cant_play(filter: &Filter, from: Option<Zone>, cards: &dyn Fn(&Filter) -> String) -> String {
    let what = if filter.tests.is_empty() { "lands".to_owned() } else { cards(filter) };
    let from = from.map_or(String::new(), |zone| format!(" from {}", super::filter::whose(zone)));
    format!("can't play {what}{from}")
}

/// Which unspent mana isn't lost.
fn mana_stays(who: &Who, color: Option<crate::types::Colors>) -> String {
    let color = color.map_or(String::new(), |color| format!("{} ", list_or(&super::words::colors(color))));
    who.does(&format!("don't lose unspent {color}mana as steps and phases end")).replace("don'ts", "doesn't")
}

/// What unspent mana becomes that would be lost.
fn mana_becomes(who: &str, color: crate::types::Colors) -> String {
    let color = if color.is_empty() { "colorless".to_owned() } else { list_or(&super::words::colors(color)) };
    format!("if {who} would lose unspent mana, that mana becomes {color} instead")
}

/// Which cards may be played from graveyards.
fn from_graveyard(rule: &FromGraveyard, cards: &str, their: &str) -> String {
    let whose = if rule.anyones { "any" } else { their };
    let once = if rule.once { " (only one each turn)" } else { "" };
    let exiled = if rule.exiled { ", which are exiled if they would be put into a graveyard then" } else { "" };
    format!("may play {cards} from {whose} graveyard{once}{exiled}")
}
