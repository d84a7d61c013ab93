"""The documentation as a site: ``make docs`` assembles its pages and lets Zensical lay them out.

Pages are those of ``docs/`` and a few others of the repository (:mod:`manual.navigation`), pages of
the boxes that are written from measurements (:mod:`manual.portrait`), and every source file that a
page links to. Nothing here is needed to play, to host or to test.
"""
