"""How a program says who it is: with a personal token."""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts import selectors, services
from accounts.models import ApiToken, User


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token s61_...`, with a key made on the account page."""

    keyword = "Token"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Find the user of a token; a wrong token is refused, not ignored."""
        words = get_authorization_header(request).decode("latin-1").split()
        if not words or words[0].lower() != self.keyword.lower():
            return None
        token = selectors.token_for(words[1]) if len(words) == 2 else None  # noqa: PLR2004  keyword, secret
        if token is None:
            raise AuthenticationFailed
        services.touch_token(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002  the base's signature
        """Say how to sign in, which makes the answer 401."""
        return self.keyword
