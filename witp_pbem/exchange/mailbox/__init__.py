"""Where mails come from and where they go."""
