-- All changes of a product after `quiet_from_us`, up to `quiet_to_us`, were of its stock alone: when the latter is its
-- `updated_at_us`, whoever has seen it at the former has seen all of its texts. Set by what changes stock, and by nothing else:
-- any other change gives the product another `updated_at_us`.
alter table product add column quiet_from_us integer;
alter table product add column quiet_to_us integer;
