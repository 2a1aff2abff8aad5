-- The language that each user chose; what everybody reads until then is Spanish.
alter table portal_user add column language text not null default 'es';
alter table portal_user add constraint portal_user_language_known check (language in ('es', 'en')) not valid;
-- The language of its recipient when the mail was written.
alter table outbox_mail add column language text not null default 'es';
alter table outbox_mail add constraint outbox_mail_language_known check (language in ('es', 'en')) not valid;
-- The message in English. Null where it is the same in both, and in notifications of earlier versions.
alter table notification add column message_english text;
