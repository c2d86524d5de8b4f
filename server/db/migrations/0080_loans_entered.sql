-- Loans by the day on which they were taken in.
create index loans_entered on loans (tenant_id, entered_on);
