//! The arrays that steps are written into.

use gauntlet_encoding::layout::Layout;

use crate::error::StepError;

/// The arrays that steps are written into: the entries of environment 0, then of environment 1 and so on.
///
/// They are to be the same ones in every call: what doesn't change in them is not written again.
pub struct Arrays<'a> {
    /// For each environment [as many numbers as an observation has](Layout::observation): what the player sees who is to act.
    pub observations: Option<&'a mut [f32]>,
    /// For each [as many as describe all slots](Layout::actions): what the slots mean.
    pub actions: Option<&'a mut [f32]>,
    /// For each [as many as there are slots](Layout::slots): which of them can be chosen.
    pub masks: &'a mut [bool],
    /// One for each: the side that is to act, 0 or 1; −1 where the game is over.
    pub to_act: &'a mut [i8],
    /// Two for each, by side: 1 for a win, −1 for a loss, in the step in which a game ended; otherwise 0.
    pub rewards: &'a mut [f32],
    /// One for each: whether a game ended in this step.
    pub dones: &'a mut [bool],
    /// One for each: whether that game ended because the rules engine failed.
    pub errors: &'a mut [bool],
    /// One for each: why that game ended, as a place in [`gauntlet_core::Reason::ALL`]; −1 where none did.
    pub reasons: &'a mut [i8],
}

/// The entries of one environment.
pub(crate) struct Entry<'a> {
    pub(crate) observation: Option<&'a mut [f32]>,
    pub(crate) actions: Option<&'a mut [f32]>,
    pub(crate) mask: &'a mut [bool],
    pub(crate) to_act: &'a mut i8,
    pub(crate) rewards: &'a mut [f32],
    pub(crate) done: &'a mut bool,
    pub(crate) error: &'a mut bool,
    pub(crate) reason: &'a mut i8,
}

impl Entry<'_> {
    /// No game has ended in this step yet.
    pub(crate) fn clear(&mut self) {
        self.rewards.fill(0.0);
        (*self.done, *self.error, *self.reason) = (false, false, -1);
    }
}

impl<'a> Arrays<'a> {
    /// The same arrays, for a shorter time.
    pub(crate) fn lent(&mut self) -> Arrays<'_> {
        Arrays {
            observations: self.observations.as_deref_mut(),
            actions: self.actions.as_deref_mut(),
            masks: self.masks,
            to_act: self.to_act,
            rewards: self.rewards,
            dones: self.dones,
            errors: self.errors,
            reasons: self.reasons,
        }
    }

    /// Checks that all arrays are for that many environments.
    pub(crate) fn check(&self, layout: &Layout, environments: usize) -> Result<(), StepError> {
        let lengths = [
            ("the array of observations", self.observations.as_ref().map(|array| array.len()), layout.observation),
            ("the array of actions", self.actions.as_ref().map(|array| array.len()), layout.actions()),
            ("the array of masks", Some(self.masks.len()), layout.slots),
            ("the array of who is to act", Some(self.to_act.len()), 1),
            ("the array of rewards", Some(self.rewards.len()), 2),
            ("the array of ends", Some(self.dones.len()), 1),
            ("the array of errors", Some(self.errors.len()), 1),
            ("the array of reasons", Some(self.reasons.len()), 1),
        ];
        for (name, found, each) in lengths {
            let wanted = environments * each;
            if let Some(found) = found.filter(|found| *found != wanted) {
                return Err(StepError::Length { name, found, wanted });
            }
        }
        Ok(())
    }

    /// The arrays of the first environments, and of the others.
    pub(crate) fn split(self, layout: &Layout, environments: usize) -> (Arrays<'a>, Arrays<'a>) {
        fn optional(array: Option<&mut [f32]>, at: usize) -> (Option<&mut [f32]>, Option<&mut [f32]>) {
            match array.map(|array| array.split_at_mut(at)) {
                Some((first, others)) => (Some(first), Some(others)),
                None => (None, None),
            }
        }
        let observations = optional(self.observations, environments * layout.observation);
        let actions = optional(self.actions, environments * layout.actions());
        let masks = self.masks.split_at_mut(environments * layout.slots);
        let to_act = self.to_act.split_at_mut(environments);
        let rewards = self.rewards.split_at_mut(environments * 2);
        let dones = self.dones.split_at_mut(environments);
        let errors = self.errors.split_at_mut(environments);
        let reasons = self.reasons.split_at_mut(environments);
        let first = Arrays {
            observations: observations.0,
            actions: actions.0,
            masks: masks.0,
            to_act: to_act.0,
            rewards: rewards.0,
            dones: dones.0,
            errors: errors.0,
            reasons: reasons.0,
        };
        let others = Arrays {
            observations: observations.1,
            actions: actions.1,
            masks: masks.1,
            to_act: to_act.1,
            rewards: rewards.1,
            dones: dones.1,
            errors: errors.1,
            reasons: reasons.1,
        };
        (first, others)
    }

    /// The entries of an environment.
    pub(crate) fn entry(&mut self, layout: &Layout, environment: usize) -> Entry<'_> {
        fn part<T>(array: &mut [T], environment: usize, width: usize) -> &mut [T] {
            &mut array[environment * width..(environment + 1) * width]
        }
        Entry {
            observation: self.observations.as_mut().map(|array| part(array, environment, layout.observation)),
            actions: self.actions.as_mut().map(|array| part(array, environment, layout.actions())),
            mask: part(self.masks, environment, layout.slots),
            to_act: &mut self.to_act[environment],
            rewards: part(self.rewards, environment, 2),
            done: &mut self.dones[environment],
            error: &mut self.errors[environment],
            reason: &mut self.reasons[environment],
        }
    }
}
