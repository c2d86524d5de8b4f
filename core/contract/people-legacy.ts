/** Specification section 7 "Profiles", letter for letter: the calls that existing installations make. */
import * as z from 'zod/mini';
import { PEOPLE_ADMINS, PEOPLE_CREATORS } from '../domain/people';
import type { Role } from '../domain/roles';
import { attendanceOfMonth, monthQuery } from './attendance';
import { defineEndpoint } from './kit';
import { personRowSchema, personSchema, profileFields } from './people';
import { id, version } from './scalars';

const admins = { kind: 'session', roles: PEOPLE_ADMINS, scope: 'team' } as const;
/** The person themselves, or somebody above. */
const everybody = { kind: 'session', roles: '*', scope: 'team' } as const;
const LEADERS = [
  'MANAGER',
  'CRM_MANAGER',
  'CRM_SUPERMANAGER',
  'ADMIN',
  'SUPER_ADMIN',
  'CRM_SUPERADMIN',
  'TENANT_ADMIN',
  'CRM_TENANTADMIN',
] as const satisfies readonly Role[];
const leaders = { kind: 'session', roles: LEADERS, scope: 'team' } as const;

const onePerson = z.object({ success: z.literal(true), data: personSchema });
const many = z.object({ success: z.literal(true), data: z.array(personRowSchema) });
const byId = z.object({ id });
/** `version` may be left out here: these clients do not know it. */
const change = z.strictObject({ ...profileFields, id, version: z.optional(version) });
export const adminById = defineEndpoint({
  id: 'people.adminById',
  method: 'GET',
  service: 'main',
  path: 'admin/id/{id}',
  summary: "The profile of one admin: the caller's own, or of somebody below",
  access: everybody,
  idempotency: 'safe',
  params: byId,
  response: onePerson,
});

export const managerById = defineEndpoint({
  id: 'people.managerById',
  method: 'GET',
  service: 'main',
  path: 'manager/id/{id}',
  summary: "The profile of one manager: the caller's own, or of somebody below",
  access: everybody,
  idempotency: 'safe',
  params: byId,
  response: onePerson,
});

export const collectorById = defineEndpoint({
  id: 'people.collectorById',
  method: 'GET',
  service: 'main',
  path: 'collector/id/{id}',
  summary: "The profile of one collector: the caller's own, or of somebody below",
  access: everybody,
  idempotency: 'safe',
  params: byId,
  response: onePerson,
});

export const updateAdmin = defineEndpoint({
  id: 'people.adminUpdate',
  method: 'PUT',
  service: 'main',
  path: 'admin',
  summary: "Change the profile of one admin: the caller's own, or of somebody below",
  access: everybody,
  idempotency: 'natural',
  body: change,
  response: onePerson,
});

export const updateManager = defineEndpoint({
  id: 'people.managerUpdate',
  method: 'PUT',
  service: 'main',
  path: 'manager',
  summary: "Change the profile of one manager: the caller's own, or of somebody below",
  access: everybody,
  idempotency: 'natural',
  body: change,
  response: onePerson,
});

export const updateCollector = defineEndpoint({
  id: 'people.collectorUpdate',
  method: 'PUT',
  service: 'main',
  path: 'collector',
  summary: "Change the profile of one collector: the caller's own, or of somebody below",
  access: everybody,
  idempotency: 'natural',
  body: change,
  response: onePerson,
});

export const createCollector = defineEndpoint({
  id: 'people.collectorCreate',
  method: 'POST',
  service: 'main',
  path: 'collector',
  summary: 'Create a collector below the caller, or below the manager named',
  access: { ...admins, roles: PEOPLE_CREATORS },
  idempotency: 'none',
  body: z.strictObject({ ...profileFields, managerId: z.optional(id) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ person: personSchema, initialPassword: z.nullable(z.string()), mailedTo: z.nullable(z.string()) }),
  }),
});

export const removeCollector = defineEndpoint({
  id: 'people.collectorRemove',
  method: 'DELETE',
  service: 'main',
  path: 'collector/{id}',
  summary: 'Deactivate a collector; what they did stays',
  access: admins,
  idempotency: 'natural',
  params: byId,
  response: onePerson,
});

export const allCollectors = defineEndpoint({
  id: 'people.collectors',
  method: 'GET',
  service: 'main',
  path: 'collector/all',
  summary: "The caller's collectors, telecallers and field agents, or those that one person created; at most 2,000",
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({ createdBy: z.optional(id) }),
  response: many,
});

export const collectorAttendance = defineEndpoint({
  id: 'people.collectorAttendance',
  method: 'GET',
  service: 'main',
  path: 'collector/attendance',
  summary: "A month of one collector's attendance",
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({ collectorId: id, ...monthQuery }),
  response: attendanceOfMonth,
});

export const collectorsByManager = defineEndpoint({
  id: 'people.collectorsByManager',
  method: 'GET',
  service: 'main',
  path: 'collector/by/manager',
  summary: 'The collectors below the caller, whom the managerId header names',
  access: leaders,
  idempotency: 'safe',
  headers: z.object({ managerid: z.optional(id) }),
  response: many,
});

export const activeCollectorsByManager = defineEndpoint({
  id: 'people.activeCollectorsByManager',
  method: 'GET',
  service: 'main',
  path: 'collector/active/by/manager',
  summary: 'Active collectors below a manager, of one client when it is named',
  access: leaders,
  idempotency: 'safe',
  query: z.strictObject({
    managerId: z.optional(id),
    Client_Name: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  }),
  response: many,
});

export const managersFieldAgents = defineEndpoint({
  id: 'people.managersFieldAgents',
  method: 'GET',
  service: 'main',
  path: 'manager/getFieldAgents',
  summary: 'Active field agents below the caller',
  access: leaders,
  idempotency: 'safe',
  response: many,
});

export const collectorAllocations = defineEndpoint({
  id: 'people.collectorAllocations',
  method: 'GET',
  service: 'main',
  path: 'activity/collector/allocations',
  summary: 'How many loans each of the collectors holds now; of those one person created when they are named',
  access: admins,
  idempotency: 'safe',
  query: z.strictObject({ createdBy: z.optional(id) }),
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        collectorId: id,
        fullName: z.string(),
        role: z.string(),
        loans: z.int(),
        posPaise: z.int(),
        lastAssignedAt: z.nullable(z.iso.datetime({ offset: true })),
      }),
    ),
  }),
});
