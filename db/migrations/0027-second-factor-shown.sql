-- Whether a second factor was shown at this session, or set up in it. Null where a portal began it that did not note it: at
-- such a session whatever its user has was shown, and it lives a day at most.
alter table session add column second_factor_shown boolean;
