"""How Alembic runs the migrations: on the connection it is given, in its transaction."""

from alembic import context

if hasattr(context, "config"):  # else nobody migrates: the module is only looked at
    context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
    context.run_migrations()
