//! Agents that are written in Python.

use std::marker::PhantomData;
use std::sync::Arc;

use gauntlet::host::agents::{Kind, Registry};
use gauntlet::play::panics;
use gauntlet_ai::Agent;
use gauntlet_core::{Rng, View};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyType;
use rand::Rng as _;

use crate::games::Served;
use crate::job::Job;
use crate::live::Playing;
use crate::position::{self, key_of};

/// The name of the kind of agents.
const KIND: &str = "python";

/// What plays: a function of a view, or a class whose objects are such; and what it is called behind `python:`.
pub(crate) struct Callable {
    pub(crate) name: String,
    pub(crate) object: Py<PyAny>,
}

/// The agents of a game, and those that are given.
pub(crate) fn among<H: Served>(callables: Vec<Callable>, job: &Arc<Job>) -> Registry<H::Game> {
    if callables.is_empty() {
        return H::agents();
    }
    let callables: Arc<Vec<Callable>> = Arc::new(callables);
    let job = Arc::clone(job);
    let kind = Kind::command(KIND, "a function of this program", &[], move |settings| {
        let named = callables.iter().position(|callable| callable.name == settings.command());
        let place = named.ok_or_else(|| settings.error("there is no such function"))?;
        let (callables, job) = (Arc::clone(&callables), Arc::clone(&job));
        Ok(Box::new(move || {
            let object = Python::attach(|py| callables[place].object.clone_ref(py));
            Box::new(Function::<H> { object, made: None, job: Arc::clone(&job), game: PhantomData })
        }))
    });
    H::agents().with(kind)
}

/// An agent that asks a function.
struct Function<H: Served> {
    /// A function, or a class.
    object: Py<PyAny>,
    /// What is asked: the function itself, or an object of the class, made before the first game.
    made: Option<Py<PyAny>>,
    job: Arc<Job>,
    game: PhantomData<fn() -> H>,
}

impl<H: Served> Function<H> {
    /// What is asked.
    fn made<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(made) = &self.made {
            return Ok(made.bind(py).clone());
        }
        let object = self.object.bind(py);
        let made = if object.is_instance_of::<PyType>() { object.call0()? } else { object.clone() };
        self.made = Some(made.clone().unbind());
        Ok(made)
    }

    /// What was raised is the game's error, with its traceback; what isn't an error ends the run.
    fn fail(&self, error: PyErr) -> ! {
        let message = Python::attach(|py| {
            let text = traceback(py, &error);
            if !error.is_instance_of::<PyException>(py) {
                self.job.end_with(error);
            }
            text
        });
        panics::fail(message);
    }
}

/// An exception as the interpreter would print it.
fn traceback(py: Python<'_>, error: &PyErr) -> String {
    let parts = (error.get_type(py), error.value(py), error.traceback(py));
    let lines = py.import("traceback").and_then(|module| module.call_method1("format_exception", parts));
    let lines: PyResult<Vec<String>> = lines.and_then(|lines| lines.extract());
    lines.map_or_else(|_| error.to_string(), |lines| lines.concat().trim_end().to_owned())
}

impl<H: Served> Agent<H::Game> for Function<H> {
    fn start(&mut self) {
        let started = Python::attach(|py| {
            let made = self.made(py)?;
            // A function has nothing to forget.
            match made.getattr_opt("start")? {
                Some(start) => start.call0().map(drop),
                None => Ok(()),
            }
        });
        if let Err(error) = started {
            self.fail(error);
        }
    }

    fn choose(
        &mut self,
        view: View<'_, H::Game>,
        legal: &[<H::Game as gauntlet_core::Game>::Action],
        rng: &mut Rng,
    ) -> usize {
        // The function gets a world in place of the position: what it can't know isn't there to be found.
        let world = Box::new(Playing::<H>::world(view.sample(rng)));
        let seen = position::View::new(world, view.viewer(), rng.next_u64());
        let answer = Python::attach(|py| {
            let made = self.made(py)?;
            key_of(&made.call1((seen,))?)
        });
        match answer {
            Ok(key) => legal.iter().position(|action| H::key(*action) == key).unwrap_or_else(|| {
                panics::fail(format!("the agent chose {key}, which is none of the legal actions' keys"))
            }),
            Err(error) => self.fail(error),
        }
    }
}
