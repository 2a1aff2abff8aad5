-- on line
-- The reasons of earlier rejections are offered again: few versions among all.
create index concurrently if not exists document_version_rejected on document_version (document_id)
  where rejected_reason <> '';
