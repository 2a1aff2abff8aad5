-- When a user last signed in is asked at each sign-in, of all that there ever were.
create index session_latest on session (user_id, started_at);
