//! Doing what abilities say.

use gauntlet_core::{Audience, Player};

use crate::state::{
    Act, Context, Found, HAND, INDENT, LOCATIONS, Lasts, Modifier, NONE, ORIGIN_LOCATION, OUTDENT, Op, Place, Position,
    Slot, Trace,
};
use crate::vocabulary::{
    Amount, At, Condition, Destination, Draw, Enter, Pick, Read, Select, ShuffleIn, Sides, Step, Thing, ToHand,
    Transform, Verb, Where, Whose,
};

impl Position {
    /// The location of this.
    pub(crate) fn here(&self, context: &Context) -> Option<usize> {
        match context.this.checked_sub(ORIGIN_LOCATION) {
            Some(location) => Some(usize::from(location % 3)),
            None => self.slot(self.slot_of(context.this)).place.location(),
        }
    }

    /// Whose this is now.
    pub(crate) fn own(&self, context: &Context) -> Option<Player> {
        if context.this >= ORIGIN_LOCATION {
            return context.own;
        }
        self.slot(self.slot_of(context.this)).place.owner()
    }

    /// Returns whether this still is what it was when it heard: a location may have become another one since.
    pub(crate) fn still_this(&self, context: &Context) -> bool {
        context.this < ORIGIN_LOCATION || self.still_location(context.this).is_some()
    }

    pub(crate) fn holds(&self, condition: Condition, context: &Context) -> bool {
        let here = self.here(context);
        let own = self.own(context);
        let full = |whose: Option<Player>| {
            here.zip(whose).is_some_and(|(location, player)| self.full_before(location, player))
        };
        match condition {
            Condition::OwnSideFull => full(own),
            Condition::OpponentSideFull => full(own.map(|own| !own)),
            Condition::NoOwnModifier => {
                !self.runs(self.slot_of(context.this)).any(|modifier| modifier.origin == context.this)
            }
            Condition::InTheMiddle => here == Some(1),
            Condition::PlayedLastTurn => self.object_played(context.this) + 1 == self.turn,
            Condition::EnergyLeft => own.is_some_and(|own| self.energy(own) > 0),
            Condition::Turn(turn) => self.turn == turn,
        }
    }

    pub(crate) fn amount(&self, amount: &Amount, context: &Context, it: Option<u16>) -> i32 {
        let own = self.own(context);
        match amount {
            Amount::Fixed(number) => *number,
            Amount::Read(Read::ItsPower) => it.map_or(0, |it| self.object_power(it)),
            Amount::Read(Read::TrashedPower) => {
                Player::BOTH.iter().flat_map(|player| self.trash(*player)).map(|card| self.power(*card)).sum()
            }
            Amount::Read(Read::Energy) => own.map_or(0, |own| i32::from(self.energy(own))),
            Amount::Count { count } => self.found(count, context).len() as i32,
            Amount::Hand { base, each } => base + each * own.map_or(0, |own| self.hand_before(own) as i32),
        }
    }

    pub(crate) fn step(&mut self, step: &'static Step, context: &Context) {
        let lasts = if step.this_turn { Lasts::ThisTurn } else { context.lasts };
        let trace = if step.outward { self.longer(context.trace, OUTDENT) } else { context.trace };
        let context = &Context { lasts, priority: step.priority, trace, ..*context };
        let Some(sides) = step.sides else { return self.step_for(step, context) };
        let here = self.here(context).filter(|_| self.still_this(context));
        let order = self.order();
        let players = match sides {
            Sides::Both => order.map(Some),
            Sides::BothVillainFirst => [Some(order[1]), Some(order[0])],
            Sides::Absent => order.map(|player| {
                let present = here.is_some_and(|location| self.revealed(location, player).next().is_some());
                (!present).then_some(player)
            }),
            Sides::Winning => {
                self.settle();
                let winner = here.and_then(|location| {
                    let [one, other] = order.map(|player| self.score(location, player));
                    (one != other).then(|| order[usize::from(other > one)])
                });
                [winner, None]
            }
        };
        for player in players.into_iter().flatten() {
            self.step_for(step, &Context { own: Some(player), ..*context });
        }
    }

    fn step_for(&mut self, step: &'static Step, context: &Context) {
        if let Some(text) = &step.announces {
            self.tell(text, context.trace, -1, context, None, &[]);
        }
        let Some(select) = &step.each else {
            return self.step_with(step, context, context.subject.or(Some(context.this)));
        };
        let on_table = matches!(select.zone, Where::Here | Where::Elsewhere | Where::Board);
        if select.power_from.is_some() || select.pick == Pick::Strongest {
            self.settle();
        }
        if on_table && select.pick == Pick::All && !select.fixed {
            return self.walk(step, select, context);
        }
        let found = self.found(select, context);
        let picked = self.picked(select, found);
        if picked.is_empty() {
            return self.verbs(&step.otherwise, context, None);
        }
        for object in picked {
            // Out of sight a card is whatever it is when its turn comes; revealed cards are what they were when they were found.
            let hidden = matches!(select.zone, Where::Hand | Where::Deck | Where::Trash);
            let object = if hidden { self.current(object) } else { object };
            self.step_with(step, context, Some(object));
        }
    }

    /// Goes through revealed cards, location by location: which are at one is looked up on arrival there (none, if it has become another
    /// location since the walk began), and whether each is still there, and whose, when its turn comes. A card that has become another
    /// one since is still taken for what it was.
    fn walk(&mut self, step: &'static Step, select: &'static Select, context: &Context) {
        let (reach, own) = (self.reach(select, context), self.own(context));
        for (place, location) in self.location_ids().into_iter().enumerate().filter(|(place, _)| reach[*place]) {
            if self.location_id(place) != location {
                continue;
            }
            for Found { card, object, player } in self.cards_at(place) {
                if Position::is_whose(player, select.whose, own)
                    && self.still(card, (place, location), player)
                    && self.seen(card)
                    && self.fits(object, select, context)
                {
                    self.step_with(step, context, Some(object));
                }
            }
        }
    }

    /// What a step does with one card.
    fn step_with(&mut self, step: &'static Step, context: &Context, it: Option<u16>) {
        if let Some(text) = &step.says {
            self.tell(text, context.trace, 0, context, it, &[]);
        }
        self.verbs(&step.ops, context, it);
    }

    fn verbs(&mut self, verbs: &'static [Verb], context: &Context, it: Option<u16>) {
        for verb in verbs {
            self.verb(verb, context, it);
        }
    }

    fn verb(&mut self, verb: &'static Verb, context: &Context, it: Option<u16>) {
        let Context { this, trace, lasts, priority, .. } = *context;
        let modifier = |origin, op, value| Modifier { origin, op, lasts, priority, value, next: NONE, count: 1 };
        // Turn messages and reveals of locations are about no card.
        let it = it.filter(|it| *it < ORIGIN_LOCATION);
        match verb {
            Verb::Power(amount) => {
                let value = self.amount(amount, context, it);
                if let Some(it) = it {
                    self.modify(it, modifier(this, Op::AddPower, value), trace);
                }
            }
            Verb::Gain(amount) => {
                self.settle_to_read(amount);
                let value = self.amount(amount, context, it);
                self.modify(this, modifier(this, Op::AddPower, value), trace);
            }
            Verb::GainFrom(amount) => {
                let value = self.amount(amount, context, it);
                if let Some(it) = it {
                    self.modify(this, modifier(it, Op::AddPower, value), trace);
                }
            }
            Verb::SetPower(amount) => {
                let value = self.amount(amount, context, it);
                if let Some(it) = it {
                    self.modify(it, modifier(this, Op::SetPower, value), trace);
                }
            }
            Verb::Cost(more) => {
                if let Some(it) = it {
                    self.modify(it, modifier(this, Op::AddCost, i32::from(*more)), trace);
                }
            }
            Verb::Switch => {
                if let Some(it) = it {
                    self.modify(it, modifier(this, Op::Switch, 0), trace);
                }
            }
            Verb::Drop => {
                if let Some(it) = it {
                    self.drop_from(self.slot_of(it), this);
                }
            }
            Verb::Recall => self.recall(this),
            Verb::Trash => {
                if let Some(it) = it {
                    let from = self.slot(self.slot_of(it)).place;
                    self.act(Act::Trash { object: it, from }, trace);
                }
            }
            Verb::Move(destination) => {
                if let Some(it) = it {
                    self.moves(*destination, it, context);
                }
            }
            Verb::Repeat => {
                if let Some(it) = it {
                    let broadcast = self.options.policy.repeats_enter;
                    self.act(Act::Reveal { object: it, broadcast }, trace);
                }
            }
            Verb::Enter(enter) => self.enters(enter, it, context),
            Verb::ToHand(ToHand { thing, whose, .. }) => self.comes_to_hand(*thing, *whose, it, context),
            Verb::Transform(transform) => {
                if let Some(it) = it {
                    self.transforms(transform, it, context);
                }
            }
            Verb::Draw(Draw { from }) => {
                if let Some(own) = self.own(context) {
                    let from = if *from == Whose::Own { own } else { !own };
                    self.act(Act::Draw { player: own, from }, trace);
                }
            }
            Verb::Energy(more) => {
                if let Some(own) = self.own(context) {
                    self.energy[own.index()] += more;
                }
            }
            Verb::ShuffleIn(ShuffleIn { kind, count, .. }) => {
                if let Some(own) = self.own(context) {
                    for _ in 0..*count {
                        self.shuffle_in(*kind, own, trace);
                    }
                }
            }
            Verb::Fill => {
                if let (Some(it), Some(here), Some(own)) = (it, self.here(context), self.own(context)) {
                    self.fills(it, here, own, trace);
                }
            }
            Verb::ExtraTurn => self.last_turn += 1,
            Verb::LocationBecomes(kind) => {
                if let Some(here) = self.here(context) {
                    let location = &mut self.locations[here];
                    (location.kind, location.revealed) = (*kind, true);
                    location.version = (location.version + 1).min(80);
                    self.heard |= self.location_def(here).hears;
                }
            }
        }
    }

    fn settle_to_read(&mut self, amount: &Amount) {
        if matches!(amount, Amount::Read(Read::ItsPower | Read::TrashedPower)) {
            self.settle();
        }
    }

    fn moves(&mut self, destination: Destination, object: u16, context: &Context) {
        let place = self.slot(self.slot_of(object)).place;
        let Some(owner) = place.owner() else { return };
        let here = self.here(context);
        let to = match destination {
            Destination::Here => here.map(|here| (here, owner)),
            Destination::Left => {
                place.location().and_then(|location| location.checked_sub(1)).map(|left| (left, owner))
            }
            Destination::Across => here.map(|here| (here, !owner)),
            Destination::Elsewhere => {
                let free = |location: &usize| Some(*location) != place.location() && !self.full(*location, owner);
                let free: smallvec::SmallVec<[usize; 3]> = (0..3).filter(free).collect();
                // Unlike other choices, this one draws no number if there is nothing to choose from.
                if free.is_empty() {
                    return;
                }
                Some((free[self.random.below(free.len())], owner))
            }
        };
        if let Some((location, player)) = to {
            self.act(Act::Move { object, location: location as u8, player, from: place }, context.trace);
        }
    }

    fn enters(&mut self, enter: &'static Enter, it: Option<u16>, context: &Context) {
        let Some(own) = self.own(context) else { return };
        let (here, ids) = (self.here(context), self.location_ids());
        let random = |position: &mut Position, places: [bool; 3]| -> [bool; 3] {
            let count = places.iter().filter(|open| **open).count();
            let chosen = position.random.below(count);
            let place = (0..3).filter(|location| places[*location]).nth(chosen);
            std::array::from_fn(|location| Some(location) == place)
        };
        let places: [bool; 3] = match enter.at {
            At::Here => std::array::from_fn(|location| Some(location) == here),
            At::ItsLocation => {
                let location = it.and_then(|it| self.slot(self.slot_of(it)).place.location());
                std::array::from_fn(|other| Some(other) == location)
            }
            At::EachElsewhere => [true; 3],
            At::Elsewhere => {
                let open = |location| here != Some(location) && !self.full(location, own);
                random(self, std::array::from_fn(open))
            }
            At::WithRoom => random(self, std::array::from_fn(|location| !self.full(location, own))),
            At::Playable => {
                self.settle();
                let open = |location| it.is_some_and(|it| self.playable(it, own, location));
                random(self, std::array::from_fn(open))
            }
        };
        for location in (0..3).filter(|location| places[*location]) {
            // Which are the others is asked again for each: this may have moved meanwhile, or its place have become another location.
            let place = self.here(context);
            if enter.at == At::EachElsewhere && place.map(|place| self.location_id(place)) == Some(ids[location]) {
                continue;
            }
            for _ in 0..enter.times {
                self.enters_at(enter, location, it, context);
            }
        }
    }

    /// Something enters at a location, or finds it full.
    fn enters_at(&mut self, enter: &'static Enter, location: usize, it: Option<u16>, context: &Context) {
        let Some(own) = self.own(context) else { return };
        let trace = if enter.inward { self.longer(context.trace, INDENT) } else { context.trace };
        if enter.thing != Thing::It && self.full(location, own) {
            return self.say(Audience::Everyone, trace, 0, |_| format!("but {} is full", LOCATIONS[location]));
        }
        let Some(object) = self.thing(enter.thing, it) else { return };
        if let Some(text) = &enter.says {
            self.tell(text, context.trace, 0, context, Some(object), &[("{there}", LOCATIONS[location])]);
        }
        let from = self.slot(self.slot_of(object)).place;
        self.act(Act::Enter { object, location: location as u8, player: own, from }, trace);
        if enter.then_power != 0 {
            let Context { this, lasts, priority, trace, .. } = *context;
            let (op, value) = (Op::AddPower, enter.then_power);
            let modifier = Modifier { origin: this, op, lasts, priority, value, next: NONE, count: 1 };
            self.modify(object, modifier, trace);
        }
    }

    /// The object that is meant; a new one where a new card is.
    fn thing(&mut self, thing: Thing, it: Option<u16>) -> Option<u16> {
        let card = match thing {
            Thing::It => return it,
            Thing::Clone => self.clone_of(it?),
            Thing::Random => {
                let kinds = self.pool.collectible();
                let chosen = self.random.below(kinds.len());
                self.create(*kinds.get(chosen)?)
            }
            Thing::New(kind) => self.create(kind),
        };
        Some(self.slot(card).object)
    }

    /// A clone of what an object's card is now, in no zone.
    fn clone_of(&mut self, object: u16) -> u16 {
        let original = self.slot_of(object);
        let clone = self.create(self.def(original).clone);
        self.slots[usize::from(clone)].home = self.slot(original).home;
        self.copy_modifiers(original, clone);
        clone
    }

    fn comes_to_hand(&mut self, thing: Thing, whose: Whose, it: Option<u16>, context: &Context) {
        let Some(own) = self.own(context) else { return };
        let player = if whose == Whose::Opponent { !own } else { own };
        if let Some(object) = self.thing(thing, it) {
            // What was made in the open, or fetched by name, is known to both.
            if thing == Thing::It || thing == Thing::Clone && it.is_some_and(|it| self.on_table(it)) {
                let card = self.slot_of(object);
                self.slots[usize::from(card)].known = 0b11;
            }
            let from = self.slot(self.slot_of(object)).place;
            self.act(Act::ToHand { object, player, from }, context.trace);
        }
    }

    fn transforms(&mut self, transform: &'static Transform, object: u16, context: &Context) {
        let card = self.slot_of(object);
        let into = transform.kind.or_else(|| {
            let (cost, name) = (self.object_cost(object) + transform.cost_change, &self.object_def(object).name);
            let fits = |kind: &&crate::pool::Kind| {
                let def = self.pool.card(**kind);
                def.cost == cost && def.name != *name
            };
            let count = self.pool.collectible().iter().filter(fits).count();
            let chosen = self.random.below(count);
            self.pool.collectible().iter().filter(fits).nth(chosen).copied()
        });
        let Some(into) = into else { return };
        if let Some(text) = &transform.says {
            let new = &self.pool.card(into).name;
            self.tell(text, context.trace, 0, context, Some(object), &[("{new}", new)]);
        }
        let Slot { object: before, played, .. } = *self.slot(card);
        self.objects[usize::from(before)].played = played;
        self.become_kind(card, into);
        let slot = &mut self.slots[usize::from(card)];
        (slot.revealed, slot.played) = (false, 0);
        let object = slot.object;
        self.unsettled = true;
        if transform.reveal {
            self.act(Act::Reveal { object, broadcast: false }, context.trace);
        }
    }

    fn fills(&mut self, object: u16, location: usize, player: Player, trace: Trace) {
        self.say(Audience::Everyone, trace, 0, |position| {
            format!("{} fills with clones of {}", LOCATIONS[location], position.object_def(object).name)
        });
        let mut clones: smallvec::SmallVec<[u16; 4]> = smallvec::SmallVec::new();
        while !self.full(location, player) {
            let clone = self.clone_of(object);
            self.put(clone, Place::Table(location as u8, player));
            clones.push(self.slot(clone).object);
        }
        for object in clones {
            self.act(Act::Reveal { object: self.current(object), broadcast: true }, trace);
        }
    }

    /// The cards in a hand and those of it that are being placed: nobody sees them go before both players are done.
    fn hand_before(&self, player: Player) -> usize {
        self.hand(player).len() + self.placed_now(player).count()
    }

    /// Returns whether a side has no room, without the cards that are being placed.
    fn full_before(&self, location: usize, player: Player) -> bool {
        let here = |card: &u16| self.slot(*card).place.location() == Some(location);
        self.full(location, player) && !self.placed_now(player).any(|card| here(&card))
    }

    pub(crate) fn hand_full(&self, player: Player) -> bool {
        self.hand(player).len() >= HAND
    }
}
