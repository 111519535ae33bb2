-- Paused by the loss of the licence or of the module, not by a user: it goes on when they are back.
alter table import add column halted integer not null default 0 check (halted in (0, 1));
