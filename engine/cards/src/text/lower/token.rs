//! Tokens.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::{types_of_subtype, unsupported};
use super::frame::{Frame, Item};
use super::noun::Use;
use crate::ability::StaticEffect;
use crate::card::{AbilityId, Card, CardId, Characteristics, Layout};
use crate::effect::{Attacking, Destination, Instr, Modification, NewTokens};
use crate::filter::{Amount, Filter, Objects, Players, Test, Zone};
use crate::keyword::Keywords;
use crate::text::grammar::amount::{Count, ForEach};
use crate::text::grammar::keyword::Grant;
use crate::text::grammar::object::{LastingItem, LastingVerb};
use crate::text::grammar::series::{Chain, Conjunction};
use crate::text::grammar::token::{
    ColorTail, CopyExcept, EnterTapped, Exception, Role, TokenColor, TokenHow, TokenSpec, TokenWith,
};
use crate::text::grammar::words::{PtBox, Sub, Supertype, TypeWord};
use crate::text::syntax::print;
use crate::types::{CardTypes, Colors, Subtype, Subtypes, Supertypes};
use crate::walk::Walk;

/// The predefined tokens (CR 111.10): their subtype, and the text that the rules give them.
const PREDEFINED: &[(&str, &[&str])] = &[
    ("Treasure", &["{T}, Sacrifice ~: Add one mana of any color."]),
    ("Food", &["{2}, {T}, Sacrifice ~: You gain 3 life."]),
    ("Gold", &["Sacrifice ~: Add one mana of any color."]),
    ("Clue", &["{2}, Sacrifice ~: Draw a card."]),
    (
        "Lander",
        &[
            "{2}, {T}, Sacrifice ~: Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.",
        ],
    ),
    ("Map", &["{1}, {T}, Sacrifice ~: Target creature you control explores. Activate only as a sorcery."]),
    (
        "Junk",
        &[
            "{T}, Sacrifice ~: Exile the top card of your library. You may play that card this turn. Activate only as a sorcery.",
        ],
    ),
    ("Blood", &["{1}, {T}, Discard a card, Sacrifice ~: Draw a card."]),
    ("Powerstone", &["{T}: Add {C}. This mana can't be spent to cast a nonartifact spell."]),
    ("Vibranium", &["Indestructible", "{T}: Add {C}. This mana can't be spent to cast a nonartifact spell."]),
    ("Mutagen", &["{1}, {T}, Sacrifice ~: Put a +1/+1 counter on target creature. Activate only as a sorcery."]),
];

/// A token in words, apart from how many and how they enter.
struct Looks<'a> {
    sup: Option<&'a Supertype>,
    pt: Option<&'a PtBox>,
    colors: Colors,
    subs: &'a [Sub],
    types: &'a [TypeWord],
    with: Option<&'a TokenWith>,
}

impl Context<'_> {
    /// "A Food token and a Treasure token": they are created at one time (CR 608.2f).
    pub(super) fn create_together(&mut self, frame: &mut Frame, player: &Players, specs: &[&TokenSpec]) -> Lowered<()> {
        let start = frame.code.items.len();
        for spec in specs {
            self.create(frame, player, spec, None)?;
        }
        let one_by_one = frame.code.items.len() == start + specs.len();
        for item in frame.code.items[start..].iter_mut().take(if one_by_one { specs.len() - 1 } else { 0 }) {
            if let Item::Instr(_, Instr::CreateToken(tokens)) = item {
                tokens.with_next = true;
            }
        }
        Ok(())
    }

    /// A token with a name, which is said first.
    fn create_named(
        &mut self,
        frame: &mut Frame,
        player: &Players,
        spec: &TokenSpec,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        let TokenSpec::Named { name, sup, pt, color, subs, types, with, enters } = spec else {
            return unsupported("the token", spec);
        };
        let size = self.token_size(frame, pt.as_ref())?;
        let looks = Looks {
            sup: sup.as_ref(),
            pt: pt.as_ref(),
            colors: token_colors(color)?,
            subs,
            types,
            with: with.as_ref(),
        };
        let token = self.token(frame, &looks)?;
        let token = self.named_token(token, &name.0);
        let promised = self.pool.card(token).characteristics.types;
        let amount = self.times(frame, Amount::Const(1), each)?;
        let instr = Instr::CreateToken(NewTokens {
            pt: size,
            tapped: enters.is_some(),
            attacking: Attacking::chosen_if(enters.is_some()),
            ..NewTokens::new(player.clone(), token, amount)
        });
        self.created(frame, instr, &Count::A, each, promised, token);
        Ok(())
    }

    /// Players create tokens.
    pub(super) fn create(
        &mut self,
        frame: &mut Frame,
        player: &Players,
        spec: &TokenSpec,
        each: Option<&ForEach>,
    ) -> Lowered<()> {
        match spec {
            TokenSpec::Creature { n, tapped, sup, pt, color, subs, types, named, all, with, late, how } => {
                let amount = self.count(frame, n)?;
                let amount = self.times(frame, amount, each)?;
                let size = self.token_size(frame, pt.as_ref())?;
                let colors = match (color, all) {
                    (Some(color), _) => token_colors(color)?,
                    (None, Some(ColorTail::Colors { colors })) => {
                        token_colors(&TokenColor::Colors { colors: colors.clone() })?
                    }
                    (None, _) => Colors::all(),
                };
                let looks = Looks { sup: sup.as_ref(), pt: pt.as_ref(), colors, subs, types, with: with.as_ref() };
                let token = self.token(frame, &looks)?;
                let token = match named.as_ref().or(late.as_ref()) {
                    Some(named) => self.named_token(token, &named.name.0),
                    None => token,
                };
                let promised = self.pool.card(token).characteristics.types;
                let blocking = match how {
                    Some(TokenHow::Blocking { np }) => Some(self.objects(frame, np, Use::Read)?),
                    _ => None,
                };
                let attacking = attacking(*tapped, how.as_ref());
                let tapped = tapped.is_some() || enters_tapped(how.as_ref());
                let instr = Instr::CreateToken(NewTokens {
                    pt: size,
                    tapped,
                    attacking,
                    blocking,
                    ..NewTokens::new(player.clone(), token, amount)
                });
                self.created(frame, instr, n, each, promised, token);
            }
            TokenSpec::CreatureEqual { tapped, pt, color, subs, types, with, amount } => {
                if each.is_some() {
                    return unsupported("the number of tokens", spec);
                }
                let amount = self.amount(frame, amount)?;
                let size = self.token_size(frame, Some(pt))?;
                let looks =
                    Looks { sup: None, pt: Some(pt), colors: token_colors(color)?, subs, types, with: with.as_ref() };
                let token = self.token(frame, &looks)?;
                let instr = Instr::CreateToken(NewTokens {
                    pt: size,
                    tapped: tapped.is_some(),
                    attacking: attacking(*tapped, None),
                    ..NewTokens::new(player.clone(), token, amount)
                });
                self.created(frame, instr, &Count::X, each, CardTypes::CREATURE, token);
            }
            TokenSpec::PredefinedEqual { tapped, sub, amount } => {
                if each.is_some() || *tapped == Some(EnterTapped::TappedAndAttacking) {
                    return unsupported("the tokens", spec);
                }
                let amount = self.amount(frame, amount)?;
                let token = self.predefined(sub.0.name())?;
                let instr = Instr::CreateToken(NewTokens {
                    tapped: tapped.is_some(),
                    ..NewTokens::new(player.clone(), token, amount)
                });
                self.created(frame, instr, &Count::X, None, CardTypes::ARTIFACT, token);
            }
            TokenSpec::Named { .. } => self.create_named(frame, player, spec, each)?,
            TokenSpec::Role { role, to } => {
                if each.is_some() {
                    return unsupported("the number of tokens", spec);
                }
                let host = self.objects(frame, to, Use::Act)?;
                let one = frame.discourse.mentions.last().is_none_or(|mention| !mention.plural);
                if !one {
                    return unsupported("what the token is attached to:", to);
                }
                let token = self.role(role)?;
                let number = frame.emit(Instr::CreateToken(NewTokens {
                    attached: Some(host),
                    ..NewTokens::new(player.clone(), token, Amount::Const(1))
                }));
                let mentions = std::mem::take(&mut frame.discourse.mentions);
                self.mention_result(frame, number, false, CardTypes::ENCHANTMENT, Some(token), None);
                // "It" is what the Role is attached to, as before.
                let token = frame.discourse.mentions.pop();
                frame.discourse.mentions = mentions;
                frame.discourse.mentions.splice(0..0, token);
            }
            TokenSpec::Predefined { tapped: Some(EnterTapped::TappedAndAttacking), .. } => {
                return unsupported("how it enters:", spec);
            }
            TokenSpec::Predefined { n, tapped, sub } => {
                let amount = self.count(frame, n)?;
                let amount = self.times(frame, amount, each)?;
                let token = self.predefined(sub.0.name())?;
                let instr = Instr::CreateToken(NewTokens {
                    tapped: tapped.is_some(),
                    ..NewTokens::new(player.clone(), token, amount)
                });
                self.created(frame, instr, n, each, CardTypes::ARTIFACT, token);
            }
            // CR 111.10d.
            TokenSpec::Walker { n, tapped } => {
                let amount = self.count(frame, n)?;
                let amount = self.times(frame, amount, each)?;
                let Some(zombie) = Subtype::from_name("Zombie") else { return decline("there is no subtype Zombie") };
                let looks = Looks {
                    sup: None,
                    pt: Some(&PtBox(Some(2), Some(2))),
                    colors: Colors::BLACK,
                    subs: &[Sub(zombie)],
                    types: &[TypeWord(CardTypes::CREATURE)],
                    with: None,
                };
                let token = self.token(frame, &looks)?;
                let token = self.named_token(token, "Walker");
                let instr = Instr::CreateToken(NewTokens {
                    tapped: tapped.is_some(),
                    attacking: attacking(*tapped, None),
                    ..NewTokens::new(player.clone(), token, amount)
                });
                self.created(frame, instr, n, each, CardTypes::CREATURE, token);
            }
            TokenSpec::Copy { n, tapped, of, except, how } => {
                let amount = self.count(frame, n)?;
                let amount = self.times(frame, amount, each)?;
                if matches!(how, Some(TokenHow::Blocking { .. })) {
                    return unsupported("how it enters:", spec);
                }
                let of = self.objects(frame, of, Use::Read)?;
                by_one_player(player)?;
                let except = self.except(frame, except.as_ref())?;
                self.refuse_what_another_exiled(&except)?;
                let instr = Instr::CreateCopy {
                    player: player.clone(),
                    of,
                    amount,
                    except,
                    tapped: tapped.is_some() || enters_tapped(how.as_ref()),
                    attacking: attacking(*tapped, how.as_ref()),
                    into: None,
                };
                let plural = *n != Count::A || each.is_some();
                if let Instr::CreateCopy { of: Objects::ExiledWithSource, .. } = &instr {
                    return frame.copy_each_exiled(instr, plural);
                }
                let number = frame.emit(instr);
                self.mention_result(frame, number, plural, CardTypes::PERMANENT, None, None);
                frame.discourse.mentions.last_mut().into_iter().for_each(|mention| mention.token = true);
            }
        }
        Ok(())
    }

    /// Refuses abilities of a token that speak of what was exiled by the ability that makes it (CR 607.1d): that isn't told to the token.
    fn refuse_what_another_exiled(&self, changes: &[Modification]) -> Lowered<()> {
        let of_another = |change: &Modification| {
            let Modification::AddAbility(id) = change else { return false };
            let ability = self.pool.ability(*id);
            ability.has(|objects: &Objects| *objects == Objects::ExiledWithSource)
                && !ability.has(|destination: &Destination| destination.zone == Zone::Exile)
        };
        if changes.iter().any(of_another) {
            return decline("what the ability that makes the token has exiled isn't known to the token");
        }
        Ok(())
    }

    /// What is different about a copy.
    pub(super) fn except(&mut self, frame: &mut Frame, except: Option<&CopyExcept>) -> Lowered<Vec<Modification>> {
        Ok(match except {
            None => Vec::new(),
            Some(
                CopyExcept::Comma { exceptions }
                | CopyExcept::CommaThat { exceptions }
                | CopyExcept::Bare { exceptions },
            ) => {
                let mut changes = Vec::new();
                for exception in &exceptions.items {
                    if matches!(exception, Exception::LosesOtherTypes | Exception::LosesOtherTypesToo) {
                        only_said_types(&mut changes)?;
                        continue;
                    }
                    changes.extend(self.exception(frame, exception)?);
                }
                changes
            }
        })
    }

    /// One difference of a copy (CR 707.9).
    fn exception(&mut self, frame: &mut Frame, exception: &Exception) -> Lowered<Vec<Modification>> {
        Ok(match exception {
            // If what is copied isn't legendary, neither is the copy anyway.
            Exception::NotLegendary
            | Exception::NotLegendaryToo
            | Exception::TokenNotLegendary
            | Exception::CopyNotLegendary
            | Exception::NotLegendaryIf { .. }
            | Exception::NotLegendaryTooIf { .. }
            | Exception::TokenNotLegendaryIf { .. } => vec![Modification::RemoveSupertypes(Supertypes::LEGENDARY)],
            Exception::Legendary | Exception::LegendaryToo => vec![Modification::AddSupertypes(Supertypes::LEGENDARY)],
            Exception::Has { grants } | Exception::HasToo { grants } | Exception::TokenHas { grants } => {
                self.grants(frame, grants)?
            }
            Exception::HasThis => vec![this_ability(frame)?],
            Exception::HasThisToo { grants } => {
                let mut changes = self.grants(frame, grants)?;
                changes.push(this_ability(frame)?);
                changes
            }
            Exception::ItsA { shape, tail }
            | Exception::IsA { shape, tail }
            | Exception::TheyAre { shape, tail }
            | Exception::CopyIsA { shape, tail } => self.becomes(frame, shape, tail.as_ref())?,
            Exception::Sized { pt: PtBox(Some(power), Some(toughness)) }
            | Exception::TokenSized { pt: PtBox(Some(power), Some(toughness)) } => {
                vec![Modification::SetBasePT(Some(Amount::Const(*power)), Some(Amount::Const(*toughness)))]
            }
            Exception::Sized { .. } | Exception::TokenSized { .. } => return unsupported("the exception", exception),
            Exception::LosesOtherTypes
            | Exception::LosesOtherTypesToo
            | Exception::EntersWith { .. }
            | Exception::EntersWithIf { .. } => return unsupported("the exception", exception),
            Exception::CopyColored { color } => vec![Modification::SetColors(color.0)],
            Exception::NamedSelf | Exception::NamedSelfToo => match &self.name {
                Some(name) => vec![Modification::SetName(name.clone())],
                None => return unsupported("the exception", exception),
            },
        })
    }

    /// The same token with a name (CR 111.4).
    fn named_token(&mut self, token: CardId, name: &str) -> CardId {
        let named = Card { name: name.to_owned(), ..self.pool.card(token).clone() };
        self.pool.add_card(named)
    }

    /// "It has ..." of tokens that the instruction before creates: what they have is part of what they are, for copies too (CR 111.3,
    /// 707.2). Returns whether it was that.
    pub(super) fn tokens_have(
        &mut self,
        frame: &mut Frame,
        objects: &Objects,
        verbs: &Chain<LastingItem>,
    ) -> Lowered<bool> {
        let Some(Instr::CreateToken(NewTokens { token, into, .. })) = frame.last_instr() else { return Ok(false) };
        let (token, into) = (*token, *into);
        if into.is_none_or(|into| *objects != Objects::Register(into)) {
            return Ok(false);
        }
        let mut card = self.pool.card(token).clone();
        for item in verbs.items() {
            let (LastingVerb::Has { grants }, None, None) = (&item.verb, &item.dur, &item.each) else {
                return Ok(false);
            };
            for change in self.grants(frame, grants)? {
                match change {
                    Modification::AddKeywords(keywords) => card.characteristics.keywords |= keywords,
                    Modification::AddAbility(id) => card.abilities.push(id),
                    _ => return Ok(false),
                }
            }
        }
        let token = self.pool.add_card(card);
        if let Some(Instr::CreateToken(tokens)) = frame.last_instr() {
            tokens.token = token;
        }
        Ok(true)
    }

    fn created(
        &mut self,
        frame: &mut Frame,
        instr: Instr,
        n: &Count,
        each: Option<&ForEach>,
        types: CardTypes,
        token: CardId,
    ) {
        let number = frame.emit(instr);
        let plural = *n != Count::A || each.is_some();
        self.mention_result(frame, number, plural, types, Some(token), None);
    }

    /// Sizes that are not numbers.
    fn token_size(&mut self, frame: &mut Frame, pt: Option<&PtBox>) -> Lowered<Option<(Amount, Amount)>> {
        let Some(pt) = pt.filter(|pt| pt.0.is_none() || pt.1.is_none()) else { return Ok(None) };
        let x = self.x(frame)?;
        Ok(Some((pt.0.map_or(x.clone(), Amount::Const), pt.1.map_or(x, Amount::Const))))
    }

    fn token(&mut self, frame: &mut Frame, looks: &Looks<'_>) -> Lowered<CardId> {
        let mut subtypes = Subtypes::NONE;
        let mut types = CardTypes::empty();
        for word in looks.types {
            types |= word.0;
        }
        let permanent = CardTypes::ARTIFACT | CardTypes::CREATURE | CardTypes::ENCHANTMENT | CardTypes::LAND;
        if types.is_empty() || !permanent.contains(types) {
            return decline("no such tokens are known");
        }
        // What can be attached enters attached, or is attached by what its text says.
        if looks.subs.iter().any(|sub| sub.0 == Subtype::AURA) {
            return decline("an Aura token that is described in words isn't supported");
        }
        for sub in looks.subs {
            subtypes.insert(sub.0);
            if !types.intersects(types_of_subtype(sub.0.kind())) {
                return decline("a token has a subtype of a type that it doesn't have");
            }
        }
        let mut keywords = Keywords::empty();
        let mut abilities: Vec<AbilityId> = Vec::new();
        if let Some(with) = looks.with {
            if with.grants.conjunction == Conjunction::Or {
                return decline("a choice of abilities isn't supported");
            }
            for grant in &with.grants.items {
                match grant {
                    Grant::Keyword { item } => match self.simple_keywords(item) {
                        Some(simple) => {
                            keywords |= simple;
                            abilities.extend(self.companions(simple)?);
                        }
                        None => abilities.extend(self.keyword_abilities(item)?),
                    },
                    Grant::Quoted { ability } => abilities.extend(self.quoted(ability)?),
                }
            }
        }
        let _ = frame;
        // CR 111.4: a token's name is its subtypes and "Token", if nothing else is said.
        let mut name: Vec<&str> = looks.subs.iter().map(|sub| sub.0.name()).collect();
        name.push("Token");
        let pt = looks.pt.copied().unwrap_or(PtBox(Some(0), Some(0)));
        let card = Card {
            name: name.join(" "),
            characteristics: Characteristics {
                keywords,
                subtypes,
                power: pt.0.unwrap_or(0) as i16,
                toughness: pt.1.unwrap_or(0) as i16,
                types,
                supertypes: looks.sup.map_or(Supertypes::empty(), |sup| sup.0),
                colors: looks.colors,
                mana_value: 0,
            },
            abilities,
            fixed_pt: looks.pt.is_some(),
            token: true,
            ..Card::default()
        };
        Ok(self.pool.add_card(card))
    }

    /// The token that amass creates (CR 701.47a): a 0/0 black Army of a kind.
    pub(super) fn army_token(&mut self, kind: crate::types::Subtype, army: crate::types::Subtype) -> CardId {
        let mut subtypes = Subtypes::NONE;
        subtypes.insert(kind);
        subtypes.insert(army);
        self.pool.add_card(Card {
            name: format!("{} Army Token", kind.name()),
            characteristics: Characteristics {
                subtypes,
                types: CardTypes::CREATURE,
                colors: Colors::BLACK,
                ..Characteristics::default()
            },
            fixed_pt: true,
            token: true,
            ..Card::default()
        })
    }

    /// A Role (CR 111.10j–r).
    fn role(&mut self, role: &Role) -> Lowered<CardId> {
        let enchanted: &[&str] = match role {
            Role::Cursed => &["Enchanted creature has base power and toughness 1/1."],
            Role::Monster => &["Enchanted creature gets +1/+1 and has trample."],
            Role::Royal => &["Enchanted creature gets +1/+1 and has ward {1}."],
            Role::Sorcerer => &["Enchanted creature gets +1/+1 and has \"Whenever ~ attacks, scry 1.\""],
            Role::Virtuous => &["Enchanted creature gets +1/+1 for each enchantment you control."],
            Role::Wicked => &[
                "Enchanted creature gets +1/+1.",
                "When ~ is put into a graveyard from the battlefield, each opponent loses 1 life.",
            ],
            Role::YoungHero => &[
                "Enchanted creature has \"Whenever ~ attacks, if its toughness is 3 or less, put a +1/+1 counter on it.\"",
            ],
        };
        let mut abilities = Vec::new();
        let mut text = vec!["Enchant creature".to_owned()];
        let enchant = StaticEffect::Enchant {
            objects: Some(Filter::just(Test::Types(CardTypes::CREATURE))),
            players: None,
            zone: Zone::Battlefield,
        };
        abilities.push(self.add_static("Enchant creature".to_owned(), enchant));
        for line in enchanted {
            abilities.extend(self.definition(line)?);
            text.push((*line).to_owned());
        }
        let mut subtypes = Subtypes::NONE;
        subtypes.insert(Subtype::AURA);
        subtypes.insert(Subtype::ROLE);
        Ok(self.pool.add_card(Card {
            name: print(role),
            characteristics: Characteristics { subtypes, types: CardTypes::ENCHANTMENT, ..Characteristics::default() },
            abilities,
            text,
            token: true,
            ..Card::default()
        }))
    }

    /// The double-faced Incubator token (CR 111.10i).
    pub(super) fn incubator(&mut self) -> Lowered<CardId> {
        let known = self.pool.cards().find(|(_, card)| card.token && card.name == "Incubator Token");
        if let Some((id, _)) = known {
            return Ok(id);
        }
        let subtypes = |name: &str| {
            let mut subtypes = Subtypes::NONE;
            if let Some(subtype) = Subtype::from_name(name) {
                subtypes.insert(subtype);
            }
            subtypes
        };
        let line = "{2}: Transform ~.";
        let front = Card {
            name: "Incubator Token".to_owned(),
            characteristics: Characteristics {
                subtypes: subtypes("Incubator"),
                types: CardTypes::ARTIFACT,
                ..Characteristics::default()
            },
            abilities: self.definition(line)?,
            text: vec![line.to_owned()],
            token: true,
            ..Card::default()
        };
        let front = self.pool.add_card(front);
        let back = self.pool.add_card(Card {
            name: "Phyrexian Token".to_owned(),
            characteristics: Characteristics {
                subtypes: subtypes("Phyrexian"),
                types: CardTypes::ARTIFACT | CardTypes::CREATURE,
                ..Characteristics::default()
            },
            fixed_pt: true,
            token: true,
            ..Card::default()
        });
        self.pool.link_faces(front, Layout::Transforming, &[back], &[], None);
        Ok(front)
    }

    /// A predefined token (CR 111.10).
    pub(super) fn predefined(&mut self, name: &str) -> Lowered<CardId> {
        let Some((_, lines)) = PREDEFINED.iter().find(|row| row.0 == name) else {
            return decline(format!("`{name}` isn't a predefined token"));
        };
        let mut subtypes = Subtypes::NONE;
        if let Some(subtype) = crate::types::Subtype::from_name(name) {
            subtypes.insert(subtype);
        }
        let mut abilities = Vec::new();
        let mut keywords = Keywords::empty();
        for line in *lines {
            match Keywords::TABLE.iter().find(|row| line.eq_ignore_ascii_case(row.1)) {
                Some(row) => keywords |= row.0,
                None => abilities.extend(self.definition(line)?),
            }
        }
        let types = CardTypes::ARTIFACT;
        let card = Card {
            name: format!("{name} Token"),
            characteristics: Characteristics { keywords, subtypes, types, ..Characteristics::default() },
            abilities,
            text: lines.iter().map(|line| (*line).to_owned()).collect(),
            token: true,
            ..Card::default()
        };
        Ok(self.pool.add_card(card))
    }
}

/// "Except it has this ability": the one that makes the copy (CR 707.9a). An ability that is made for later is only part of it.
fn this_ability(frame: &Frame) -> Lowered<Modification> {
    if frame.setting.apart || frame.setting.spell {
        return decline("`this ability` is not the one that is carried out then");
    }
    Ok(Modification::AddThisAbility)
}

/// "And it loses all other card types": those that were said before replace the copied ones.
fn only_said_types(changes: &mut [Modification]) -> Lowered<()> {
    let Some(change) = changes.iter_mut().find(|change| matches!(change, Modification::AddTypes(_))) else {
        return decline("no card types are left");
    };
    if let Modification::AddTypes(types) = change {
        *change = Modification::SetTypes(*types);
    }
    Ok(())
}

/// Whether tokens enter attacking, and whom.
fn attacking(tapped: Option<EnterTapped>, how: Option<&TokenHow>) -> Attacking {
    match how {
        Some(TokenHow::ThatPlayer | TokenHow::ThatOpponent | TokenHow::AttackingThatOpponent) => Attacking::ThatPlayer,
        Some(TokenHow::Blocking { .. }) => Attacking::No,
        Some(_) => Attacking::Chosen,
        None => Attacking::chosen_if(tapped == Some(EnterTapped::TappedAndAttacking)),
    }
}

/// Returns whether what is said of tokens after their description is that they enter tapped.
fn enters_tapped(how: Option<&TokenHow>) -> bool {
    how.is_some_and(|how| {
        !matches!(how, TokenHow::Attacking | TokenHow::AttackingThatOpponent | TokenHow::Blocking { .. })
    })
}

fn token_colors(color: &TokenColor) -> Lowered<Colors> {
    match color {
        TokenColor::Colorless => Ok(Colors::empty()),
        TokenColor::Colors { colors } if colors.conjunction == Conjunction::Or => {
            decline("a choice of colours isn't supported")
        }
        TokenColor::Colors { colors } => Ok(colors.items.iter().fold(Colors::empty(), |all, color| all | color.0)),
    }
}

/// CR 608.2f: copies that several players create would have to be created at one time, each by its own player.
fn by_one_player(player: &Players) -> Lowered<()> {
    match player {
        Players::Current => decline("copies that each of several players creates aren't created at one time yet"),
        _ => Ok(()),
    }
}
