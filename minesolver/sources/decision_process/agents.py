"""Agents for the environment. Each names the cells it would take; one of them is drawn uniformly.

So an agent can be played (``agent(env)``) and its chance of winning computed exactly
(:func:`minesolver.sources.decision_process.evaluate`) from one definition.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction

from ...base.errors import RuleError, check_type, truth
from ...base.registry import check_known
from ...model.board import Cell
from .environment import Environment, View, check_environment
from .game import rules
from .optimal_solver import OptimalSolver
from .planning import Plan

VIEW_EXPECTED = "an agent chooses by a View, as Environment.view gives"
TIES = {"first": slice(1), "last": slice(-1, None), "uniform": slice(None)}


class Agent(ABC):
    """Says among which cells it draws the next one; called with an environment, draws it."""

    @abstractmethod
    def choices(self, view: View) -> Sequence[Cell]:
        """The cells that the agent would open next, each with the same probability."""

    def __call__(self, env: Environment) -> Cell:
        check_environment(env)
        cells = self.choices(env.view())
        if not cells:
            raise RuleError("the agent names no cell to open")
        cell: Cell = env.rng.choice(cells)
        return cell


class RandomAgent(Agent):
    """The notebook's random agent: any cell, opened or not."""

    def choices(self, view: View) -> Sequence[Cell]:
        check_type(view, View, VIEW_EXPECTED)
        return view.actions


class RandomUnopenedAgent(Agent):
    """Any cell that is not opened yet."""

    def choices(self, view: View) -> Sequence[Cell]:
        check_type(view, View, VIEW_EXPECTED)
        return view.unopened


policy_random = RandomAgent()
policy_random_unopened = RandomUnopenedAgent()


class RationalAgent(Agent):
    """The notebook's rational agent: a random first cell, then what value iteration found best.

    mdp: The environment that was planned for; play it in one of the same shape and observation
    ties: Which of equally good actions: ``first``, ``last``, or ``uniform`` among all
    """

    def __init__(
        self, mdp: Environment, plan: Plan[float] | Plan[Fraction], *, ties: str = "first"
    ) -> None:
        check_environment(mdp)
        check_type(plan, Plan, "a rational agent follows a Plan")
        check_known("way to break ties", ties, TIES)
        self._mdp = mdp
        self._best = {state: best[TIES[ties]] for state, best in plan.best.items()}

    def choices(self, view: View) -> Sequence[Cell]:
        """What the plan says for the state; before the first click every cell.

        Raises RuleError: the state is none that was planned for.
        """
        check_type(view, View, VIEW_EXPECTED)
        if not view.state:
            return view.actions
        number = self._mdp.getIdByState(view.state)
        if number is None or number not in self._best:
            raise RuleError(f"the plan has no action for the state {list(view.state)}")
        return self._best[number]


class OptimalAgent(Agent):
    """Best play by :class:`OptimalSolver`. It sees the whole board and knows the first-click rule.

    random_first: Draw the first cell as the rational agent does, instead of the best one
    """

    def __init__(
        self, solver: OptimalSolver, first_click: str = "cell", *, random_first: bool = False
    ) -> None:
        check_type(solver, OptimalSolver, "an optimal agent asks an OptimalSolver")
        rules(first_click)  # raises UnknownNameError: there is none of this name
        self._solver = solver
        self._first_click = first_click
        self._random_first = truth(random_first, "random_first is True or False")

    def choices(self, view: View) -> Sequence[Cell]:
        check_type(view, View, VIEW_EXPECTED)
        # The notebook's agent draws its first cell: only so are the two compared on the plan alone.
        if not view.shown and self._random_first:
            return view.actions
        return self._solver.choices(view.shown, first_click=self._first_click, first=view.first)[0]


def RationalAgentPlay(env: Environment, pi_star: Mapping[int, Cell], render: bool = False) -> int:
    """Play one game: a random first cell, then what the policy says.

    pi_star: The policy: a cell by state id
    render: Print the board after each step
    Returns: The status: 1 won, -1 lost, 0 where the game goes on.
    Raises RuleError: the policy opens a cell that may not be opened.
    """
    check_environment(env)
    check_type(pi_star, Mapping, "a policy is a mapping of state ids to cells")
    render = truth(render, "render is True or False")
    cell: Cell = env.rng.choice(env.view().actions)
    while True:
        env.step(cell)
        if render:
            env.render(True)
        if env.isGameOver():
            return env.getStatus()
        state = env.getIdByState(env.getCurrentState())
        if state is None or state not in pi_star:
            raise RuleError(f"the policy has no action for the state {env.getCurrentState()}")
        cell = pi_star[state]
