-- Whether a loan of the portfolio that stays in its bucket is resolved (core/domain/ageing.ts).
alter table portfolios add column stab text not null default 'resolved' check (stab in ('resolved', 'resolved-to-90', 'open'));
