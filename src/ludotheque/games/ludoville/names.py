"""What things of Ludoville are called in sentences."""

from ludotheque.core.texts import Translate


def tile_name(kind: int, _: Translate) -> str:
    """A kind of tile as it stands in a sentence."""
    return (
        _("un château"),
        _("une cathédrale"),
        _("un pont"),
        _("un port"),
        _("l'hôtel de ville"),
        _("des halles"),
        _("une foire"),
        _("des jardins et vergers"),
        _("une porte"),
        _("un quartier urbain"),
        _("un quartier urbain avec rempart"),
        _("un faubourg"),
        _("une église"),
    )[kind]


def disaster_name(number: int, _: Translate) -> str:
    """LV-7: what the die brought, from 1 to 4."""
    return (_("pillage"), _("peste"), _("incendie"), _("siège"))[number - 1]
