-- A forgotten password that somebody told of and that nobody has looked into yet: written alike whether or not there is
-- such an account, so that the answer waits for nothing that only one of both has (D21). The e-mail is sealed for the row:
-- it may have been a password.
create table reset_wish (
  id identifier primary key,
  sealed_email text not null
);
