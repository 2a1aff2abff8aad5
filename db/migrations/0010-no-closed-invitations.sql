-- A deleted participant's invitation is hidden (0009), which says all that 'closed' said.
update invitation set hidden = true where closed_at is not null;
alter table invitation drop column closed_at;
