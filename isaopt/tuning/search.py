"""The search for the plan that is predicted fastest and never slower than the input.

It is a beam search: neighbouring plans differ in one step. Each step of the best few plans is changed by itself, and
then all steps for which a change helped are changed together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from isaopt.account import PROOF_PRICE, WorkAccount
from isaopt.hip.interval import Interval
from isaopt.tuning.model import MARGIN, Outcome, PassStep, Plan, Prediction, TriedPasses, plan_text
from isaopt.tuning.moves import stepped_offsets
from isaopt.tuning.tree import Tree

#: The number of best plans from which the search continues.
WIDTH = 3
#: Passes that trade one thing for another, registers for time or early loads for wide ones, and are kept only if a
#: prediction says that it pays.
TRADES = frozenset({"lds-offsets", "lds-layout", "widen-rounds", "double-buffer", "pipeline", "merge-waits"})
#: The pass that spreads rows of LDS over its banks.
LAYOUT = "lds-layout"
#: The pass that copies blocks for each way that a branch will take.
COPIES = "jump-threading"
#: The pass that gives accesses SGPR bases; with this many steps of offsets in a loop, running it later is worth a try.
BASES, _STEPS = "sgpr-bases", 3
#: The pass that only orders instructions within their blocks.
ORDER = "schedule"
#: The pass after which nothing may move any more: what it puts in is kept like any wait of the input.
WAITS = "merge-waits"
#: The usual reason for the end of a search.
EXHAUSTED = "no variation of the best plans is better"

Prepare = Callable[[Sequence[Plan]], None]
"""Receives the plans that will be needed, so that several processes can compute them."""

Guard = Literal["strict", "lenient"]
"""Both refuse plans that are slower than the input on a workload; ``strict`` also refuses incomparable ones."""

Slots = tuple[PassStep | None, ...]
"""The choice for each step of a level, None if it is left out."""


def plan_of(slots: Slots) -> Plan:
    """The steps to run: late ones just before the final ordering, the late spreading of loads after it, and priorities
    and merged waits last, since nothing may cross them later."""
    steps = [step for step in slots if step is not None]
    last = [step for step in steps if step.late and step.name == "spread"]
    late = [step for step in steps if step.late and step not in last]
    early = [step for step in steps if not step.late]
    at = next((k for k, step in enumerate(early) if step.name == ORDER), len(early))
    return tuple(sorted((*early[:at], *late, *early[at:], *last), key=lambda step: (step.name == WAITS, step.setprio)))


class SearchBudget(Protocol):
    """Decides which plans are worth their work: :class:`isaopt.tuning.moves.Work`."""

    def given(self, plan: Plan) -> None: ...

    def pays(self, plan: Plan) -> bool: ...

    def predicts(self, plan: Plan) -> None: ...


@dataclass
class PlanSearch:
    """``base`` is the prediction for the input, ``default`` the plan of the level, ``variants`` the alternatives for
    each of its steps; ``guard`` says which plans may be taken.

    ``floor`` gives a lower bound on the time of any plan with this beginning, as a share of the input's time; 0 if
    none is known; for the empty plan, a bound on all plans. ``ended`` says in words why the search ended. The GPU's
    times of the tried plans go into ``measured``; those that did not run as they should go into ``failed``.
    """

    tree: Tree
    base: Prediction
    default: Plan
    variants: Mapping[PassStep, Sequence[PassStep]]
    budget: SearchBudget
    prepare: Prepare = lambda plans: None
    guard: Guard = "strict"
    floor: Callable[[Plan], float] = lambda plan: 0.0
    refused: dict[Plan, str] = field(default_factory=dict)
    tried: list[Plan] = field(default_factory=list)
    cut: dict[Plan, float] = field(default_factory=dict)
    ended: str = ""
    measured: dict[Plan, Interval] = field(default_factory=dict)
    failed: dict[Plan, str] = field(default_factory=dict)

    def run(self, others: Sequence[Slots] = ()) -> Plan:
        """The fastest plan, or the empty one if every other is slower than the input. ``others`` are further choices
        for the same steps to start from."""
        found = {plan_of(slots): slots for slots in (self.kept(), *others)}
        self.try_all(list(found))
        expanded: set[str] = set()
        self.ended = EXHAUSTED
        while (plan := self.next(found, expanded)) is not None:
            best = self.cost(plan)
            if self.allowed(plan) and best <= self.floor(()) * (1 + MARGIN):
                self.ended = f"nothing can take less than {self.floor(()):.1%} of the input's time"
                break
            expanded.add(self.text(plan))
            self.expand(found[plan], found)
        return self.choice()

    def next(self, found: Mapping[Plan, Slots], expanded: Collection[str]) -> Plan | None:
        """The best plan that was not expanded yet; None if it is not among the best few."""
        known = sorted((p for p in found if p in self.tried), key=self.rank)
        first = {self.text(plan): plan for plan in reversed(known)}
        leading = [plan for plan in known if first[self.text(plan)] == plan][:WIDTH]
        return next((plan for plan in leading if self.text(plan) not in expanded), None)

    def text(self, plan: Plan) -> str:
        """The text of the kernel that a plan makes."""
        return self.tree.versions(plan)[-1].text()

    def expand(self, slots: Slots, found: dict[Plan, Slots]) -> None:
        """Tries each alternative of each step, the last step first because redoing the end of a plan is cheap; then
        combines the alternatives that helped on their own."""
        changes = [(at, other) for at in reversed(range(len(slots))) for other in self.choices(slots, at)]
        around = {plan_of(_with(slots, at, other)): _with(slots, at, other) for at, other in changes}
        tried = self.try_all(list(around))
        found |= {plan: around[plan] for plan in tried}
        together, own = slots, self.rank(plan_of(slots))
        for at in range(len(slots)):
            plans = [p for other in self.choices(slots, at) if (p := plan_of(_with(slots, at, other))) in tried]
            best = min(plans, key=self.rank, default=None)
            if best is not None and self.rank(best) < own:
                together = _with(together, at, around[best][at])
        found |= dict.fromkeys(self.try_all([plan_of(together)]), together)

    def choices(self, slots: Slots, at: int) -> list[PassStep | None]:
        """The alternatives at a step: nothing, or the level's step with other options, within the VGPR limit of the
        other steps."""
        most = next((step.max_vgprs for step in slots if step is not None), None)
        ways = (self.default[at], *self.variants.get(self.default[at], ()))
        steps = (None, *(replace(step, max_vgprs=most) for step in ways))
        return [step for step in steps if step != slots[at]]

    def harmless(self, settled: bool = False) -> Plan:
        """The level's plan if it is not slower than the input, otherwise the rest of it without the steps that slow the
        kernel down and without trades. One other plan is tried: if accesses of consecutive iterations step an offset
        before each, they get their bases after ``unroll``. Trades that are ``settled`` are not tried again."""
        slots = self.kept() if settled else self.traded(self.kept())
        plan = plan_of(slots)
        if not self.allowed(plan):
            return ()
        if stepped_offsets(self.tree.versions(plan)[-1]) >= _STEPS:
            for at, step in enumerate(slots):
                late = next((other for other in self.variants.get(self.default[at], ()) if other.name == BASES), None)
                other = None if step is None or late is None else plan_of(_with(slots, at, late))
                if other is not None and self.try_all([other]) and self.allowed(other) and self.pays(other, plan):
                    return other
        return plan

    def only_ordered(self, account: WorkAccount, gains: Callable[[Prediction], bool]) -> Plan | None:
        """The order within blocks alone, which costs little to find and to prove, so the account pays for it even where
        it is short; None if it does not gain."""
        orders = tuple(step for step in self.default if step.name == ORDER)
        if not orders:
            return None
        account.extend(2 * PROOF_PRICE)
        place = self.tree.original.text(), orders[0]
        unpaid = self.tree.edges.pop(place, None)
        self.try_all([orders])
        if self.allowed(orders) and gains(self.tree.prediction(orders)):
            return orders
        if unpaid is not None:
            self.tree.edges[place] = unpaid
        return None

    def pays(self, plan: Plan, other: Plan) -> bool:
        """Whether a plan gains relative to another one."""
        return self.tree.prediction(plan).gains(self.tree.prediction(other))

    def traded(self, slots: Slots) -> Slots:
        """The same choices without the trades that gain nothing; with the first alternative of one, the smallest, if it
        gains."""
        for at, step in enumerate(slots):
            less = _with(slots, at, None)
            if step is None or step.name not in TRADES or self.text(plan_of(less)) == self.text(plan_of(slots)):
                continue
            if self.pays_at_once(plan_of(slots), step):
                continue
            if not self.try_all([plan_of(less)]) or not self.allowed(plan_of(less)):
                continue
            if self.pays(plan_of(slots), plan_of(less)):
                continue
            *smaller, _ = self.lessened(slots, at)
            paying = (s for s in smaller if self.try_all([plan_of(s)]) and self.allowed(plan_of(s)))
            slots = next((s for s in paying if self.pays(plan_of(s), plan_of(less))), less)
        return slots

    def pays_at_once(self, plan: Plan, step: PassStep) -> bool:
        """Whether a trade of places in LDS gains by itself: what then comes for every pass without it is not needed."""
        at = plan.index(step)
        return step.name == LAYOUT and self.pays(plan[: at + 1], plan[:at])

    def lessened(self, slots: Slots, at: int) -> list[Slots]:
        """The choices with the first alternative of a trade, the smallest, if it has any; and without the step."""
        others = self.variants.get(self.default[at], ())[:1] if self.default[at].name in TRADES else ()
        return [_with(slots, at, other) for other in (*others, None) if other != slots[at]]

    def kept(self) -> Slots:
        """The level's choices, or those of them that do no harm."""
        level = plan_of(self.default)
        self.budget.given(level)
        self.try_all([level])
        slots: Slots = self.default
        for at in reversed(range(len(slots))):
            # If a kernel does different work, nothing shows that its trade pays; another path often comes from copies.
            if self.tree.prediction(level).incomparable and self.default[at].name in {*TRADES, COPIES}:
                slots = _with(slots, at, None)
                level = plan_of(slots)
                self.budget.given(level)
                self.try_all([level])
        return slots if self.allowed(level) else self.relieved(slots) or self.grown(slots)

    def relieved(self, slots: Slots) -> Slots | None:
        """The choices without as few as possible, starting with those after which the kernel is slowest; None if no
        single step is to blame, or further plans are not worth their work."""
        while blamed := self.blamed(slots):
            for less in (less for at in blamed for less in self.lessened(slots, at)):
                if self.try_all([plan_of(less)]) and self.allowed(plan_of(less)):
                    return less
            slots = _with(slots, blamed[0], None)
            if plan_of(slots) not in self.tried:
                break
        return None

    def blamed(self, slots: Slots) -> list[int]:
        """The steps after which the kernel is slower than before them, the worst first."""
        plan = plan_of(slots)
        harm = [self.harm(plan[:k]) for k in range(len(plan) + 1)]
        jumps = {step: after / before for step, before, after in zip(plan, harm, harm[1:], strict=False)}
        found = [at for at, step in enumerate(slots) if step is not None and jumps[step] > 1]
        return sorted(found, key=lambda at: -jumps[slots[at] or self.default[at]])

    def harm(self, plan: Plan) -> float:
        """The largest ratio of the cycles to the input's."""
        return self.tree.prediction(plan).worst(self.base)

    def cost(self, plan: Plan) -> float:
        """The cycles relative to the input's, in the mean."""
        return self.tree.prediction(plan).mean(self.base)

    def grown(self, offered: Slots) -> Slots:
        """Builds a plan from the first step on, taking each offered choice that does no harm."""
        slots: Slots = (None,) * len(offered)
        for at, step in enumerate(offered):
            if step is None:
                continue
            more = _with(slots, at, step)
            if not self.try_all([plan_of(more)]) or not self.allowed(plan_of(more)):
                continue
            if self.cost(plan_of(more)) <= self.cost(plan_of(slots)) * (1 + MARGIN):
                slots = more
        return slots

    def try_all(self, plans: Sequence[Plan]) -> list[Plan]:
        """Tries plans and returns those with known cycles; skips plans that are not worth their work or cannot win."""
        wanted = [p for p in dict.fromkeys(plans) if p in self.tried or not self.hopeless(p)]
        paid = [plan for plan in wanted if plan in self.tried or self.budget.pays(plan)]
        self.prepare([plan for plan in paid if plan not in self.tried])
        for plan in paid:
            if plan not in self.tried:
                self.tried.append(plan)
                self.tree.prediction(plan)
                self.budget.predicts(plan)
        return paid

    def hopeless(self, plan: Plan) -> bool:
        """Whether the beginning of a plan rules out that it beats the best one."""
        able = [self.cost(tried) for tried in self.tried if self.allowed(tried)]
        floor = self.floor(plan) if able else 0.0
        if floor <= min(able, default=math.inf):
            return False
        self.cut[plan] = floor
        return True

    def rank(self, plan: Plan) -> tuple[bool, float]:
        """The sort key: whether the plan may be taken at all, then its cycles relative to the input's."""
        return not self.allowed(plan), self.cost(plan)

    def allowed(self, plan: Plan) -> bool:
        """Whether the plan's kernel is not slower than the input."""
        prediction = self.tree.prediction(plan)
        if prediction.incomparable:
            return plan not in self.refused and self.guard == "lenient"
        return plan not in self.refused and not prediction.loses(self.base)

    def choice(self) -> Plan:
        """The best acceptable plan; among plans that no prediction can distinguish, the one nearest to the level's."""
        able = [plan for plan in self.tried if self.allowed(plan)]
        if not able:
            return ()
        least = min(map(self.cost, able))
        close = [plan for plan in able if self.cost(plan) <= least * (1 + MARGIN)]
        return min(close, key=lambda plan: (self.distance(plan), self.tried.index(plan)))

    def distance(self, plan: Plan) -> int:
        """The number of the level's steps that the plan changes; those that it leaves out count twice."""
        names = {step.name for step in plan}
        return sum(step not in plan for step in self.default) + sum(step.name not in names for step in self.default)

    def candidates(self, chosen: Plan) -> Iterator[TriedPasses]:
        """Every plan that was tried with its outcome, best first; plans that make the same kernel are listed once."""
        seen: set[str] = set()
        fastest = {plan: -speed.value for plan, speed in self.measured.items()}
        for plan in sorted(self.tried, key=lambda p: (p != chosen, fastest.get(p, 0.0), *self.rank(p))):
            text = self.tree.versions(plan)[-1].text()
            if text in seen or text == self.tree.original.text():
                continue
            seen.add(text)
            prediction = self.tree.prediction(plan)
            outcome, why = self.outcome(plan, prediction, chosen)
            yield TriedPasses(plan_text(plan), prediction.cycles, outcome, why, self.measured.get(plan))
        for plan, floor in self.cut.items():
            why = f"its instructions take at least {floor:.1%} of the input's time in any order"
            yield TriedPasses(plan_text(plan), (None,) * len(self.base.cycles), "cut", why)

    def outcome(self, plan: Plan, prediction: Prediction, chosen: Plan) -> tuple[Outcome, str]:
        if plan == chosen:
            return "chosen", ""
        if plan in self.refused:
            return "not proved", self.refused[plan]
        if plan in self.failed:
            return "failed", self.failed[plan]
        if plan in self.measured:
            return ("slower" if self.measured[plan].high < 1 else "beaten"), ""
        if prediction.incomparable:
            return "not comparable", prediction.incomparable
        return ("slower" if prediction.loses(self.base) else "beaten"), ""


def _with(slots: Slots, at: int, choice: PassStep | None) -> Slots:
    return (*slots[:at], choice, *slots[at + 1 :])
