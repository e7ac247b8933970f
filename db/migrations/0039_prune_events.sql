-- Events may be deleted once they are old: by the job that prunes them, which says so for its transaction.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
begin
  if tg_op = 'UPDATE' and tg_table_name <> 'ledger_entries'
    and current_setting('ringback.erasing', true) = 'on' then
    return null;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'events'
    and current_setting('ringback.pruning', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name;
end
$$;
