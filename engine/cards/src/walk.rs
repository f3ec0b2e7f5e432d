//! A walk over the compiled form: every description, instruction and cost in a value, however deep inside.
//!
//! It is derived from the declarations of the types, so that a new field or variant is walked over without another word. Whoever asks
//! something about a program says what it looks for, by type; what leads there is found.

use std::any::Any;

pub use gauntlet_cards_derive::Walk;

/// Where a walk goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// With what is inside the node.
    Inside,
    /// With what follows it.
    Past,
}

/// Something that can be walked over.
pub trait Walk {
    /// Calls `visit` with the value and then with all that is inside, in the order of the declarations, but for what is inside the
    /// nodes of which it says to go past them. Boxes, lists, options and tuples aren't nodes themselves.
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then);

    /// Returns whether a node of type `T` is inside, or is the value itself, for which `test` holds.
    fn has<T: 'static>(&self, test: impl Fn(&T) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |node| {
            found = found || node.downcast_ref().is_some_and(&test);
            if found { Then::Past } else { Then::Inside }
        });
        found
    }
}

impl<T: Walk + ?Sized> Walk for &T {
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        (**self).walk(visit);
    }
}

impl<T: Walk> Walk for Box<T> {
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        (**self).walk(visit);
    }
}

impl<T: Walk> Walk for Option<T> {
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        self.iter().for_each(|part| part.walk(visit));
    }
}

impl<T: Walk> Walk for [T] {
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        self.iter().for_each(|part| part.walk(visit));
    }
}

impl<T: Walk> Walk for Vec<T> {
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        self.as_slice().walk(visit);
    }
}

impl<A: Walk, B: Walk> Walk for (A, B) {
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        let (a, b) = self;
        a.walk(visit);
        b.walk(visit);
    }
}

impl<A: Walk, B: Walk, C: Walk> Walk for (A, B, C) {
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        let (a, b, c) = self;
        a.walk(visit);
        b.walk(visit);
        c.walk(visit);
    }
}

/// What a walk doesn't call back with: numbers, names and sets of flags mean something only where they stand.
macro_rules! leaves {
    ($($leaf:ty),*) => {
        $( impl $crate::walk::Walk for $leaf {
            fn walk(&self, _: &mut dyn FnMut(&dyn ::std::any::Any) -> $crate::walk::Then) {}
        } )*
    };
}

leaves!(bool, i8, i32, u8, u16, u32, String);

pub(crate) use leaves;
