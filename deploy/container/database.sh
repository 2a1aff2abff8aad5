# shellcheck shell=sh
# Run once by the image of PostgreSQL: the user with which the portal serves (docs/decisions/008-database-roles.md).
psql -v ON_ERROR_STOP=1 -U almotacen_owner -d almotacen -v password="$(cat /run/secrets/portal_password)" <<'SQL'
create role almotacen_app login password :'password';
SQL
