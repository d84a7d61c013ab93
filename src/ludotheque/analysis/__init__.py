"""Luck told apart from play: what each roll and each move of a game changed, by a brain."""

from ludotheque.analysis.advice import Advice, advise, expect
from ludotheque.analysis.report import Account, Analysis, Moment, NotOver, Report, report
from ludotheque.analysis.values import MILLION, Evaluator, depths, warm

__all__ = [
    "MILLION",
    "Account",
    "Advice",
    "Analysis",
    "Evaluator",
    "Moment",
    "NotOver",
    "Report",
    "advise",
    "depths",
    "expect",
    "report",
    "warm",
]
