/** SQL: the last day off of a person who is on leave on a day; null for who is not. Both are expressions of the statement around. */
export const awaySql = (user: string, day: string): string =>
  `(select max(v.until_on) from leaves v where v.tenant_id = current_tenant() and v.user_id = ${user} and v.withdrawn_at is null
     and v.from_on <= ${day} and v.until_on >= ${day})`;
