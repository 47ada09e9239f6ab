"""What people type about themselves and their clubs, checked for shape."""

import zoneinfo
from functools import cache
from typing import Any

from allauth.account.forms import AddEmailForm, LoginForm, SignupForm
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.forms.utils import flatatt
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import Role, User
from accounts.phrases import refusal


class NameField(forms.CharField):
    """A person's name as they write it."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Name"))
        kwargs.setdefault("max_length", 150)
        super().__init__(**kwargs)
        self.widget.attrs.setdefault("autocomplete", "name")


WORTHY = _("At least eight characters, and not a common word.")


def plain(form: forms.Form) -> None:
    """Let labels speak: a placeholder says the same again and goes with the first letter."""
    for name, field in form.fields.items():
        field.widget.attrs.pop("placeholder", None)
        if name in {"login", "email"}:
            field.label = _("E-mail")
        if name == "password1":
            field.help_text = WORTHY


class SignInForm(LoginForm):  # type: ignore[misc]
    """Sign in; the page itself leads on to forgotten passwords."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self)
        self.fields["password"].help_text = ""


class SignUpForm(SignupForm):  # type: ignore[misc]
    """Sign up with a name, an e-mail and a password."""

    name = NameField(help_text=_("As the others at the table know you."))
    field_order = ["name", "email", "password1", "password2"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self)

    def custom_signup(self, request: Any, user: User) -> None:
        """Keep the name with the account just made."""
        super().custom_signup(request, user)
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])


class ChangeEmailForm(AddEmailForm):  # type: ignore[misc]
    """Ask for another e-mail; the old one counts until the new one is confirmed.

    allauth's own drops the old one at once where it was never confirmed, and the user with it.
    """

    def clean_email(self) -> str:
        """Refuse what somebody else signs in with."""
        email: str = super().clean_email()
        if User.objects.filter(email__iexact=email).exists():
            raise forms.ValidationError(refusal("email_taken"))
        return email

    def save(self, request: HttpRequest) -> EmailAddress:
        """Write the new address down beside the old one, in place of an earlier wish."""
        EmailAddress.objects.filter(user=self.user).exclude(email=self.user.email).delete()
        address = EmailAddress.objects.create(user=self.user, email=self.cleaned_data["email"])
        send_verification_email_to_address(request, address)
        return address


class AdministratorForm(forms.Form):
    """The first administrator of an installation."""

    name = NameField()
    email = forms.EmailField(
        label=_("E-mail"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    password1 = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=WORTHY,
    )
    password2 = forms.CharField(
        label=_("Password again"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        """Check the two passwords against each other and against the weak ones."""
        data = super().clean() or {}
        first, second = data.get("password1"), data.get("password2")
        if first and second and first != second:
            self.add_error("password2", _("The two passwords are not the same."))
        elif first:
            try:
                validate_password(first, User(name=data.get("name", ""), email=data.get("email")))
            except forms.ValidationError as error:
                self.add_error("password1", error)
        return data


@cache
def zones() -> list[tuple[str, str]]:
    """Every time zone that has a place in its name."""
    return [(zone, zone) for zone in sorted(zoneinfo.available_timezones()) if "/" in zone]


class ZoneSelect(forms.Select):
    """A plain select: Django renders a template for each of six hundred options."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: Any = None,  # noqa: ARG002  the base's signature
    ) -> SafeString:
        """Write the options in one go."""
        options = format_html_join(
            "",
            '<option value="{0}"{1}>{0}</option>',
            ((zone, SafeString(" selected") if zone == value else "") for zone, _ in zones()),
        )
        given = self.build_attrs(self.attrs, {**(attrs or {}), "name": name})
        return format_html("<select{}>{}</select>", flatatt(given), options)


class ClubForm(forms.Form):
    """What a club says of itself."""

    name = forms.CharField(label=_("Name of the club"), max_length=150)
    place = forms.CharField(
        label=_("Place"),
        max_length=150,
        required=False,
        help_text=_("Town or address, for those who do not know you yet."),
    )
    timezone = forms.ChoiceField(
        label=_("Time zone"), choices=zones, initial="Europe/Rome", widget=ZoneSelect
    )


class PlayerForm(forms.Form):
    """A person the club knows."""

    name = NameField(
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"})
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Only needed to tell two people of one name apart, such as “of the bakery”."),
    )


class RoleForm(forms.Form):
    """A role to give, among those the giver may give."""

    role = forms.ChoiceField(label=_("Role"))

    def __init__(self, *args: Any, roles: list[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["role"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(role.value, role.label) for role in reversed(roles)]


class ProfileForm(forms.Form):
    """How a user is called and what they read."""

    name = NameField()
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=lambda: [("", _("as the browser says")), *settings.LANGUAGES],
    )


class TokenForm(forms.Form):
    """What a key to the API is for."""

    name = forms.CharField(
        label=_("What it is for"), max_length=80, widget=forms.TextInput(attrs={"size": 24})
    )
