"""The servers of well-known providers, and what each wants besides; for all others the usual names."""

from __future__ import annotations

from dataclasses import dataclass

_GOOGLE = (
    "Gmail wants an app password: turn on 2-step verification, then https://myaccount.google.com/apppasswords"
)
_MICROSOFT = (
    "Outlook.com accepts only OAuth tokens: use token:WORDS with a program such as oama or mutt_oauth2.py"
)
_YAHOO = "Yahoo wants an app password: account, security, generate app password"
_APPLE = "iCloud wants an app-specific password: https://account.apple.com, sign-in and security"
_GMX = "At GMX and WEB.DE first allow mail programs: settings, POP3/IMAP"
_FASTMAIL = "Fastmail wants an app password: settings, privacy and security"


@dataclass(frozen=True, slots=True)
class Provider:
    """Where letters come in and go out, as HOST:PORT, and a word for who does not get in."""

    imap: str
    smtp: str
    hint: str = ""


_KNOWN = {
    "gmail.com googlemail.com": Provider("imap.gmail.com:993", "smtp.gmail.com:465", _GOOGLE),
    "outlook.com hotmail.com live.com msn.com": Provider(
        "outlook.office365.com:993", "smtp-mail.outlook.com:587", _MICROSOFT
    ),
    "yahoo.com yahoo.de yahoo.fr yahoo.co.uk ymail.com": Provider(
        "imap.mail.yahoo.com:993", "smtp.mail.yahoo.com:465", _YAHOO
    ),
    "icloud.com me.com mac.com": Provider("imap.mail.me.com:993", "smtp.mail.me.com:587", _APPLE),
    "gmx.de gmx.net gmx.at gmx.ch": Provider("imap.gmx.net:993", "mail.gmx.net:465", _GMX),
    "gmx.com": Provider("imap.gmx.com:993", "mail.gmx.com:465", _GMX),
    "web.de": Provider("imap.web.de:993", "smtp.web.de:587", _GMX),
    "t-online.de": Provider("secureimap.t-online.de:993", "securesmtp.t-online.de:465"),
    "fastmail.com fastmail.fm": Provider("imap.fastmail.com:993", "smtp.fastmail.com:465", _FASTMAIL),
    "wp.pl": Provider("imap.wp.pl:993", "smtp.wp.pl:465"),
    "posteo.de posteo.net": Provider("posteo.de:993", "posteo.de:465"),
}


def provider_of(address: str) -> Provider:
    """The provider of an address; a guess from its domain, where it is none of the well-known."""
    domain = address.rpartition("@")[2].lower()
    for domains, provider in _KNOWN.items():
        if domain in domains.split():
            return provider
    return Provider(f"imap.{domain}:993", f"smtp.{domain}:465")
