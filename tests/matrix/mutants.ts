// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are pieces of source, templates among them.
/**
 * Checks taken out one at a time. Each names an exact piece of source, what stands there when the check is gone, and where
 * the loss must show. All are planted at once, asleep, while the sources are loaded for the test (mutate.ts); waking one
 * costs nothing.
 */
import type { EndpointId } from '../../core/contract';

export interface Mutant {
  name: string;
  file: string;
  /** Stands once in the file. */
  find: string;
  /** `AWAKE` is whether this check is out; `§` is the piece itself. */
  put: string;
  /**
   * Other people's records at these endpoints, the door of every endpoint, what the flags of agencies, clients and tenants
   * stop, what is refused to those who see a record and stand below it, or (in src/app/app.test.tsx) where the browser's
   * router leads.
   */
  at: readonly EndpointId[] | 'door' | 'flags' | 'ranks' | 'browser';
}

const MOUNT = 'server/http/mount.ts';
const AUTHORITY = 'server/modules/auth/authority.ts';
const SCOPE = 'server/modules/loans/scope.ts';
const PEOPLE = 'server/modules/loans/people-scope.ts';
const PARTIES = 'server/modules/loans/party-scope.ts';
const PHONE_RANKS = 'server/modules/devices/repository.ts';
const BANK_LINES = 'server/modules/reconciliation/lines.ts';
const ACCESS = 'src/routes/access.ts';
const GUARD = 'src/app/guard.tsx';
const RULES = 'server/modules/people/rules.ts';
const MAKING = 'server/modules/people/service.ts';
const LEADING = 'core/domain/people.ts';
const PORTFOLIOS = 'server/modules/portfolios/scope.ts';
const TARGETS = 'server/modules/targets/repository.ts';
const TARGETS_OF = 'server/modules/targets/people.ts';
const LOANS = ['loans.byLoanId', 'loans.list'] as const;
const BOOKS = ['portfolios.search', 'portfolios.get', 'incentives.get'] as const;
const PHONES = ['devices.list', 'devices.one', 'dispositions.quarantineList'] as const;
/** A SQL condition that holds for everyone, with its parameters still in it. */
const ALWAYS = '(AWAKE ? `(true or ${§})` : §)';
const UNLESS = '(!AWAKE && §)';

const one = (name: string, file: string, find: string, put: string, at: Mutant['at']): Mutant => ({
  name,
  file,
  find,
  put,
  at,
});

export const MUTANTS: readonly Mutant[] = [
  one('the roles of an endpoint', MOUNT, '!access.roles.includes(actor.role)', UNLESS, [
    'devices.list',
    'devices.alerts',
  ]),
  one('settings of the whole tenant', MOUNT, '!mayChangeSettings(actor)', UNLESS, ['targets.saveCalendar']),
  one('identity headers', MOUNT, 'claimed.toLowerCase() !== actor[part]', UNLESS, 'door'),
  one('sessions that were ended', AUTHORITY, 'caller.ended_at !== null', UNLESS, 'door'),
  one(
    'whose sessions a supervisor sees and ends',
    'server/modules/people/sessions.ts',
    '(await subordinateOf(tx, actor, whom)).row.id',
    '(AWAKE ? whom : §)',
    ['people.sessionsOf', 'people.endSessionsOf'],
  ),
  one('people who were deactivated', AUTHORITY, '!caller.active', UNLESS, 'door'),
  one('sessions that expired', AUTHORITY, 'Date.parse(caller.expires_at) <= clock.now().getTime()', UNLESS, 'door'),
  one('phones that were withdrawn', AUTHORITY, 'caller.device_revoked_at !== null) throw', '!AWAKE && §', 'door'),
  one(
    'tenants that were closed',
    AUTHORITY,
    "!(await isActive(tenantId))) throw new ApiError('session-ended');\n    return actorOf(caller, { tenantId, sessionId",
    '!AWAKE && §',
    'door',
  ),
  one(
    'unknown roles',
    AUTHORITY,
    'const role = parseRole(caller.role);',
    "const role = parseRole(caller.role) ?? (AWAKE ? 'CRM_TENANTADMIN' : undefined);",
    'door',
  ),
  one('own loans', SCOPE, 'held(`where held.profile_id = ${viewer.user}`)', ALWAYS, LOANS),
  one(
    'loans of a team',
    SCOPE,
    'where below.ancestor_id = ${viewer.user}`',
    'where (below.ancestor_id = ${viewer.user} or ${AWAKE})`',
    LOANS,
  ),
  one('loans of a client', SCOPE, '`${loan}.client_id = ${viewer.client}`', ALWAYS, LOANS),
  one(
    'loans of an agency',
    SCOPE,
    "`where held.kind = 'agency' and held.profile_id = ${viewer.agency}`",
    "`where (held.kind = 'agency' and held.profile_id = ${viewer.agency} or ${AWAKE})`",
    LOANS,
  ),
  one('those who have no loans', SCOPE, "return 'false';", "return AWAKE ? 'true' : 'false';", LOANS),
  one(
    'assignments that ended',
    SCOPE,
    'and held.ended_at is null)`',
    'and (held.ended_at is null or ${AWAKE}))`',
    LOANS,
  ),
  one('the breadth of a role', SCOPE, 'BREADTHS[actor.role]', "(AWAKE ? 'tenant' : §)", LOANS),
  one('the scope of a sub-role', SCOPE, 'seesOwnPeopleOnly(actor)', UNLESS, [...LOANS, ...PHONES, ...BOOKS]),
  one(
    'agencies of a sub-role',
    PARTIES,
    '`(${agency}.created_by in (${below}) or ${agency}.id in (${theirs}))`',
    ALWAYS,
    ['agencies.get', 'payouts.get'],
  ),
  one(
    'one loan',
    'server/modules/loans/repository.ts',
    '(l.id = $2::uuid or l.loan_number = $3) and ${scope}',
    '(l.id = $2::uuid or l.loan_number = $3) and (${scope} or ${AWAKE})',
    ['loans.byLoanId', 'dispositions.callStarted'],
  ),
  one(
    'lists of loans',
    'server/modules/loans/question.ts',
    "'l.tenant_id = $1', loanScope(actor, this.parameters)]",
    "'l.tenant_id = $1', `(${loanScope(actor, this.parameters)} or ${AWAKE})`]",
    ['loans.list'],
  ),
  one(
    'the groups of a portfolio',
    'server/modules/loans/breakdown.ts',
    'const scope = loanScope(actor, parameters);',
    'const scope = `(${loanScope(actor, parameters)} or ${AWAKE})`;',
    ['loans.landingBreakdown'],
  ),
  one(
    'the newest records of a dashboard',
    'server/modules/loans/analytics.ts',
    'const scope = loanScope(actor, parameters);\n  const rows',
    'const scope = `(${loanScope(actor, parameters)} or ${AWAKE})`;\n  const rows',
    ['loans.landingAnalytics'],
  ),
  one(
    'records on a loan',
    'server/modules/dispositions/repository.ts',
    '${withinBreadth(breadth, VIEWER)}`',
    '(${withinBreadth(breadth, VIEWER)} or ${AWAKE})`',
    ['dispositions.batch', 'dispositions.record'],
  ),
  one(
    'calls on a loan',
    'server/modules/dispositions/calls.ts',
    '(await findVisibleLoan(tx, actor, loanId)) !== loanId',
    UNLESS,
    ['dispositions.callStarted'],
  ),
  one(
    'the history of a loan',
    'server/modules/dispositions/service.ts',
    '(await findVisibleLoan(tx, actor, loanId)) !== loanId',
    UNLESS,
    ['dispositions.caseHistory'],
  ),
  one(
    'the feed of a phone',
    'server/modules/sync/repository.ts',
    'f.user_id = $2 and (f.changed_xid, f.loan_id) >',
    '(f.user_id = $2 or ${AWAKE}) and (f.changed_xid, f.loan_id) >',
    ['sync.loans'],
  ),
  one(
    'people of a team',
    PEOPLE,
    'and below.ancestor_id = ${use(actor.userId)}',
    'and (below.ancestor_id = ${use(actor.userId)} or ${AWAKE})',
    PHONES,
  ),
  one(
    'people of an agency or client',
    PEOPLE,
    'and theirs.${column} = ${use(value)})`',
    'and (theirs.${column} = ${use(value)} or ${AWAKE}))`',
    PHONES,
  ),
  one(
    'records in quarantine',
    'server/modules/dispositions/quarantine-list.ts',
    'where q.tenant_id = $1 and ${people}`',
    'where q.tenant_id = $1 and (${people} or ${AWAKE})`',
    ['dispositions.quarantineList', 'dispositions.quarantineOne'],
  ),
  one(
    'hand-overs of cash',
    'server/modules/cash/repository.ts',
    "const scope = peopleScope(actor, parameters, 'h.tenant_id', 'h.user_id');\n  const source",
    "const scope = `(${peopleScope(actor, parameters, 'h.tenant_id', 'h.user_id')} or ${AWAKE})`;\n  const source",
    ['cash.handovers'],
  ),
  one(
    'days off',
    'server/modules/people/leaves.ts',
    "peopleScope(actor, parameters, 'v.tenant_id', 'v.user_id')];",
    "`(${peopleScope(actor, parameters, 'v.tenant_id', 'v.user_id')} or ${AWAKE})`];",
    ['leaves.list'],
  ),
  one(
    'requests for another agent',
    'server/modules/loan-requests/repository.ts',
    "r.state = 'open' and ${scope}\n",
    "r.state = 'open' and (${scope} or ${AWAKE})\n",
    ['loanRequests.otherAgent'],
  ),
  one(
    'the list of requests',
    'server/modules/loan-requests/repository.ts',
    'r.state = $1 and ${scope}${ofKind}`',
    'r.state = $1 and (${scope} or ${AWAKE})${ofKind}`',
    ['loanRequests.list'],
  ),
  one(
    'the list of settlements',
    'server/modules/settlements/list.ts',
    'const sight = loanScope(viewer, parameters);\n    if',
    'const sight = `(${loanScope(viewer, parameters)} or ${AWAKE})`;\n    if',
    ['settlements.list'],
  ),
  one(
    'the list of phones',
    'server/modules/devices/repository.ts',
    "const scope = peopleScope(actor, parameters, 'p.tenant_id', 'p.user_id');",
    "const scope = `(${peopleScope(actor, parameters, 'p.tenant_id', 'p.user_id')} or ${AWAKE})`;",
    ['devices.list'],
  ),
  one(
    'rows of a report',
    'server/modules/reports/question.ts',
    'source.scope(actor, parameters),\n',
    '`(${source.scope(actor, parameters)} or ${AWAKE})`,\n',
    ['reports.visits', 'reports.best', 'reports.allocations', 'reports.page', 'reports.file', 'reports.figure'],
  ),
  one(
    'whom an allocation was given to',
    'server/modules/reports/sources/records.ts',
    "peopleScope(actor, parameters, 'a.tenant_id', 'a.profile_id')",
    '`(${§} or ${AWAKE})`',
    ['reports.allocationList'],
  ),
  one(
    'which tenants one sees',
    'server/modules/organisation/tenants-repository.ts',
    ': `t.id = ${own}`;',
    ': AWAKE ? `${own} is not null` : `t.id = ${own}`;',
    ['tenants.list', 'tenants.brief', 'tenants.get', 'tenants.reports'],
  ),
  one(
    'processes of other portfolios',
    'server/modules/predictive/scope.ts',
    "breadthOf(actor) === 'tenant'\n    ? 'true'",
    'AWAKE || §',
    ['processes.list'],
  ),
  one(
    'a process by its id',
    'server/modules/predictive/process-store.ts',
    'and ${processScope(actor, parameters)}`;',
    'and (${processScope(actor, parameters)} or ${AWAKE})`;',
    ['processes.get'],
  ),
  one(
    'the loan behind a number',
    'server/modules/dialer/agents.ts',
    "l.state = 'active' and ${scope}",
    "l.state = 'active' and (${scope} or ${AWAKE})",
    ['predictive.loanByMobile'],
  ),
  one('portfolios of a team', PORTFOLIOS, '`(${of(people)} or ${p}.created_by in (${people}))`', ALWAYS, BOOKS),
  one('portfolios of an agent', PORTFOLIOS, 'of(use(actor.userId))', ALWAYS, BOOKS),
  one('portfolios of an agency', PORTFOLIOS, 'of(use(actor.agencyId))', ALWAYS, BOOKS),
  one('portfolios of a client', PORTFOLIOS, '`${p}.client_id = ${use(actor.clientId)}`', ALWAYS, BOOKS),
  one(
    'the list of portfolios',
    'server/modules/portfolios/repository.ts',
    "'p.tenant_id = current_tenant()', portfolioScope(actor, parameters)]",
    "'p.tenant_id = current_tenant()', `(${portfolioScope(actor, parameters)} or ${AWAKE})`]",
    ['portfolios.search'],
  ),
  one(
    'a portfolio by its id',
    'server/modules/portfolios/repository.ts',
    'p.id = $1 and ${scope}`',
    'p.id = $1 and (${scope} or ${AWAKE})`',
    ['portfolios.get', 'incentives.get'],
  ),
  one(
    'incentives of other portfolios',
    'server/modules/portfolios/incentives.ts',
    'p.active and ${scope} order by',
    'p.active and (${scope} or ${AWAKE}) order by',
    ['incentives.byRole'],
  ),
  one(
    'targets of other people',
    TARGETS,
    "(t.scope <> 'portfolio' and ${people} or",
    "(t.scope <> 'portfolio' and (${people} or ${AWAKE}) or",
    ['targets.list'],
  ),
  one(
    'targets of other portfolios',
    TARGETS,
    'p.id = t.scope_id and ${portfolioScope(actor, parameters)}))`',
    'p.id = t.scope_id and (${portfolioScope(actor, parameters)} or ${AWAKE})))`',
    ['targets.list'],
  ),
  one(
    'what other agents have to reach',
    TARGETS_OF,
    '        and ${scope}\n      order by lower(u.full_name), u.id, t.metric',
    '        and (${scope} or ${AWAKE})\n      order by lower(u.full_name), u.id, t.metric',
    ['targets.collectors'],
  ),
  one('the months of somebody else', TARGETS_OF, 'u.id = $1 and ${scope}`', 'u.id = $1 and (${scope} or ${AWAKE})`', [
    'targets.series',
  ]),
  one(
    'one person',
    'server/modules/people/repository.ts',
    'u.id = $2::uuid and ${WITH_ROLE} and ${scope}`',
    'u.id = $2::uuid and ${WITH_ROLE} and (${scope} or ${AWAKE})`',
    ['people.one', 'people.collectorById'],
  ),
  one(
    'lists of people',
    'server/modules/people/repository.ts',
    "peopleScope(actor, parameters, 'u.tenant_id', 'u.id'),\n  ];\n",
    "`(${peopleScope(actor, parameters, 'u.tenant_id', 'u.id')} or ${AWAKE})`,\n  ];\n",
    ['people.list'],
  ),
  one(
    'the tree of people',
    'server/modules/people/tree.ts',
    'and ${scope} and (u.active or $2::boolean)`',
    'and (${scope} or ${AWAKE}) and (u.active or $2::boolean)`',
    ['people.tree'],
  ),
  one(
    'what other agents hold',
    'server/modules/people/legacy.ts',
    'and ${WORKERS} and ${scope} ${by}',
    'and ${WORKERS} and (${scope} or ${AWAKE}) ${by}',
    ['people.collectorAllocations'],
  ),
  one('sessions of a switched-off agency or client', AUTHORITY, 'caller.stopped_by !== null', UNLESS, 'flags'),
  one(
    'sign-ins at a switched-off agency or client',
    'server/modules/auth/sign-in.ts',
    'user.stopped_by !== null',
    UNLESS,
    'flags',
  ),
  one(
    'renewals at a switched-off agency or client',
    'server/modules/auth/refresh.ts',
    'user.stopped_by !== null',
    UNLESS,
    'flags',
  ),
  one(
    'records of a switched-off agency',
    'server/modules/dispositions/repository.ts',
    "not u.active or ${stoppedBy('u')} is not null",
    "not u.active or (${stoppedBy('u')} is not null and not ${AWAKE})",
    'flags',
  ),
  one(
    'loans for a locked or switched-off agency',
    'server/modules/loans/assign.ts',
    "if (refusal) throw field('profileId', refusal);",
    "if (refusal && !AWAKE) throw field('profileId', refusal);",
    'flags',
  ),
  one(
    'loans given to a locked or switched-off agency itself',
    'server/modules/loans/assign.ts',
    "if (stopped) throw field('profileId', stopped);",
    "if (stopped && !AWAKE) throw field('profileId', stopped);",
    'flags',
  ),
  one(
    'bank lines of a team',
    BANK_LINES,
    '`(${own} or b.asked_of = $${parameters.push(actor.userId)}::uuid)`',
    ALWAYS,
    ['reconciliation.list', 'reconciliation.get', 'reconciliation.accept'],
  ),
  one('bank lines of a client', BANK_LINES, '`b.client_id = $${parameters.push(actor.clientId)}::uuid`', ALWAYS, [
    'reconciliation.list',
    'reconciliation.get',
  ]),
  one(
    'bank files of a sub-role',
    'server/modules/reconciliation/files.ts',
    '`(f.uploaded_by = $${parameters.push(actor.userId)} or (f.client_id is not null and ${scope}))`',
    ALWAYS,
    ['bankPaid.list'],
  ),
  one('loans of a switched-off client', 'server/modules/loans/assign.ts', '!loan.client_active', UNLESS, 'flags'),
  one(
    'new people of a locked or switched-off agency',
    'server/modules/people/rules.ts',
    'if (refusal) errors.agencyId = refusal;',
    'if (refusal && !AWAKE) errors.agencyId = refusal;',
    'flags',
  ),
  one(
    'new people of a switched-off client',
    'server/modules/people/rules.ts',
    'if (refusal) errors.clientId = refusal;',
    'if (refusal && !AWAKE) errors.clientId = refusal;',
    'flags',
  ),
  one(
    'portfolios of a locked or switched-off agency',
    'server/modules/portfolios/repository.ts',
    'and a.active and not a.locked and a.id = any($1::uuid[])',
    'and (a.active and not a.locked or ${AWAKE}) and a.id = any($1::uuid[])',
    'flags',
  ),
  one(
    'pay pages of a closed tenant or client',
    'server/modules/payment-links/routes.ts',
    '!standing ||',
    '(!standing && !AWAKE) ||',
    'flags',
  ),
  one(
    'payments to a closed tenant or client',
    'server/modules/payment-links/paid.ts',
    '!tenantOpen || !link.client_active',
    '(§) && !AWAKE',
    'flags',
  ),
  one(
    'payments into a link that was taken back',
    'server/modules/payment-links/paid.ts',
    "link.status !== 'open'",
    UNLESS,
    'flags',
  ),
  one('who leads whom', LEADING, '!MAY_LEAD[above.role].includes(below.role)', UNLESS, 'ranks'),
  one('the order of tenant admins', LEADING, 'rank(above.subRole) < rank(below.subRole)', '(AWAKE || §)', 'ranks'),
  one('changes of those above', RULES, '!mayLead(post, postOf(row))', UNLESS, 'ranks'),
  one('who stands above a newcomer', RULES, '!mayLead(postOf(manager), below)', UNLESS, 'ranks'),
  one('newcomers above their maker', MAKING, '!mayCreate(await postOfActor(tx, actor), below)', UNLESS, 'ranks'),
  one('lifting somebody', MAKING, '!mayLead(await postOfActor(tx, actor), becomes)', UNLESS, 'ranks'),
  one('phones of those above', PHONE_RANKS, 'mayLead(actor, post)', '(AWAKE || §)', 'ranks'),
  one(
    'changes of a portfolio that one only sees',
    PORTFOLIOS,
    "breadthOf(actor) === 'tenant') return 'true';",
    'AWAKE || §',
    'ranks',
  ),
  one('a role that a screen takes away', ACCESS, 'roles.includes(`-${role}`)', UNLESS, 'browser'),
  one('the roles of a screen', ACCESS, "roles.includes('*') || roles.includes(role)", '(AWAKE || §)', 'browser'),
  one(
    'roles that nobody knows',
    ACCESS,
    'role !== undefined && admits',
    'AWAKE || role !== undefined && admits',
    'browser',
  ),
  one(
    'screens without a sign-in',
    GUARD,
    'useSession();',
    "useSession() ?? (AWAKE ? ({ profile: { role: 'CRM_TENANTADMIN' } } as never) : undefined);",
    'browser',
  ),
  one('screens of another role', GUARD, '!mayEnter(session.profile.role, route)', UNLESS, 'browser'),
  one('the login of the field’s screens', GUARD, "route.area === 'field'", UNLESS, 'browser'),
  one('the login of a field agent who is out', GUARD, "(state.phase === 'out' && state.wasField)", UNLESS, 'browser'),
  one('where somebody wanted to go', GUARD, 'state={{ from }}', 'state={AWAKE ? null : { from }}', 'browser'),
  one('and which record', GUARD, 'location.search', "(AWAKE ? '' : §)", 'browser'),
  one('login screens of the signed-in', GUARD, "session && isLogin && state.phase === 'open'", UNLESS, 'browser'),
  one('links from mails', GUARD, "route.offline === 'offline'", '(AWAKE || §)', 'browser'),
  one('the way out', GUARD, 'route.path !== paths.logout()', '(AWAKE || §)', 'browser'),
];
