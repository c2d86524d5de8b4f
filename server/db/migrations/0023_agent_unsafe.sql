-- A field agent who was threatened or found a place unsafe: those above them hear of it with the record.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('payment-received', 'payment-review', 'promise-broken', 'message-failed', 'agent-unsafe'));
