import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/identity/roles.ts'
import { roles } from '#domain/identity/roles.ts'
import {
  choosesProvider,
  chosenStatuses,
  countedLength,
  decideRaising,
  decideSave,
  hasOpenText,
  incidentErrors,
  incidentRefusal,
  incidentStatusLabels,
  isDocumented,
  isYetToOpen,
  normaliseIncident,
  saveLabel,
  shownStatus,
  statusSent,
  takesFiles,
} from '#domain/incident/incident.ts'
import { incidentFilterOptions } from '#domain/participant/search-filters.ts'
import { incidentsSeen } from '#domain/participant/visibility.ts'
import type { IncidentStatus } from '#domain/states/incident.ts'
import { incidentMachine } from '#domain/states/incident.ts'

const full = { providerId: 'p', title: 'Valija', detail: 'Tres horas tarde' }
const INCOMPLETE = 'Debe rellenar todos los campos para crear una incidencia'
const NO_PROVIDER = 'Tiene que seleccionar un proveedor al que asignar la incidencia'

test('INC-07 INC-08: the states, their words, and those that CCI chooses from', () => {
  expect([...incidentMachine.states].sort()).toEqual(['CLOSED', 'OPEN', 'PENDING'])
  expect(incidentStatusLabels).toEqual({ PENDING: 'Pendiente', OPEN: 'Abierta', CLOSED: 'Cerrada' })
  expect(chosenStatuses.map(status => incidentStatusLabels[status])).toEqual(['Abierta', 'Cerrada'])
  expect(incidentFilterOptions.map(option => option.label)).toEqual(['Abierta', 'Cerrada', '-'])
})

test('FORM-43: every field of an incident is trimmed', () => {
  expect(normaliseIncident({ providerId: ' p ', title: '  Valija \n perdida ', detail: '\n Uno\r\nDos  ' })).toEqual({
    providerId: 'p',
    title: 'Valija perdida',
    detail: 'Uno\nDos',
  })
})

describe('missing parts of an incident', () => {
  test.each([
    ['nothing', full, null, []],
    ['the title', { ...full, title: '  ' }, 'incidentIncomplete', ['title']],
    ['the detail', { ...full, detail: '\n' }, 'incidentIncomplete', ['detail']],
    ['all of it', { providerId: ' ', title: '', detail: '' }, 'incidentIncomplete', ['providerId', 'title', 'detail']],
    ['the provider', { ...full, providerId: '' }, 'incidentProviderMissing', ['providerId']],
    ['brevity', { ...full, detail: 'a'.repeat(201) }, 'invalid', ['detail']],
  ] as const)('FORM-44 FORM-58 FORM-61: %s', (_what, draft, reason, fields) => {
    expect(incidentRefusal(draft, 'CCI')).toBe(reason)
    expect(incidentRefusal(draft, 'ENTITY')).toBe(reason === 'incidentProviderMissing' ? 'incidentIncomplete' : reason)
    expect(Object.keys(incidentErrors(draft))).toEqual(fields)
  })

  test('FORM-58 FORM-61: in the words of the specification', async () => {
    const { sentence } = await import('#domain/messages.ts')
    expect(sentence('incidentIncomplete')).toBe(INCOMPLETE)
    expect(incidentErrors({ ...full, providerId: '' }).providerId).toBe(NO_PROVIDER)
  })

  test.each<[Role, boolean]>([
    ['CCI', true],
    ['ENTITY', true],
    ['PROVIDER', false],
  ])('FORM-61 ROLE-29: whether %s chooses the provider: %s', (role, chooses) => {
    expect(choosesProvider(role)).toBe(chooses)
  })

  test.each([
    ['a'.repeat(200), 200, true],
    ['a'.repeat(201), 201, false],
    [` ${'ñ'.repeat(200)} `, 200, true],
    ['n\u0303'.repeat(200), 200, true],
    ['📦'.repeat(200), 200, true],
    ['a\r\n'.repeat(100).trim(), 199, true],
  ])('LIM-23 FORM-59: the detail has at most 200 characters (%#)', (detail, count, fits) => {
    expect(countedLength(detail)).toBe(count)
    expect(incidentErrors({ ...full, detail })).toEqual(fits ? {} : { detail: 'No puede superar los 200 caracteres.' })
  })
})

describe('raising and saving', () => {
  test.each([
    ['PROVIDER', false, 'PENDING', 'incident.raised'],
    ['PROVIDER', true, 'PENDING', 'incident.raised'],
    ['ENTITY', true, 'PENDING', 'incident.raised'],
    ['CCI', true, 'OPEN', 'incident.opened'],
    ['CCI', false, 'PENDING', 'incident.prepared'],
  ] as const)('INC-07 ROLE-16: one that %s raises, with all its files: %s, is %s', (role, documented, to, event) => {
    expect(decideRaising(role, { documented, waiting: 49 })).toEqual({ ok: true, to, event })
    // The limit counts incidents that wait for CCI, so it does not apply to CCI's own.
    const crowded = decideRaising(role, { documented, waiting: 50 })
    expect(crowded).toMatchObject(role === 'CCI' ? { ok: true } : { ok: false, reason: 'incidentsWaiting' })
  })

  test('ROLE-33: an evaluator raises none', () => {
    expect(decideRaising('AUDIT', { documented: true, waiting: 0 })).toMatchObject({ reason: 'notYourMove' })
  })

  test.each([
    [null, 'CLOSED', 'OPEN'],
    ['PENDING', 'OPEN', 'OPEN'],
    ['PENDING', 'CLOSED', 'OPEN'],
    ['OPEN', 'OPEN', undefined],
    ['OPEN', 'CLOSED', 'CLOSED'],
    ['CLOSED', 'CLOSED', undefined],
    ['CLOSED', 'OPEN', 'OPEN'],
  ] as const)('INC-09 INC-10 INC-11: saving a %s one with %s chosen sends %s', (current, chosen, sent) => {
    expect(statusSent(current, chosen)).toBe(sent)
  })

  test.each([
    ['PENDING', undefined, true, 'OPEN'],
    ['PENDING', 'OPEN', true, 'OPEN'],
    ['PENDING', undefined, false, 'incidentDocumentsMissing'],
    ['PENDING', 'CLOSED', true, 'wrongState'],
    ['OPEN', undefined, false, null],
    ['OPEN', 'OPEN', false, null],
    ['OPEN', 'CLOSED', false, 'CLOSED'],
    ['CLOSED', undefined, false, null],
    ['CLOSED', 'CLOSED', false, null],
    ['CLOSED', 'OPEN', false, 'OPEN'],
  ] as const)(
    'INC-09 INC-10 FORM-55: a %s one saved with %s, documented %s, leads to %s',
    (from, chosen, documented, to) => {
      const decision = decideSave(from, chosen, { documented }, 'CCI')
      expect(decision && (decision.ok ? decision.to : decision.reason)).toBe(to)
      if (decision) {
        expect(decideSave(from, chosen, { documented }, 'ENTITY')).toMatchObject({ ok: false, reason: 'notYourMove' })
      }
    },
  )

  test.each([
    [[], [], true],
    [['Informe'], [], false],
    [['Informe'], ['Informe'], true],
    [['Informe', 'Anexo'], ['Informe'], false],
    [['Informe'], ['Informe', 'Ya no se pide'], true],
  ])('FORM-55: entries %j with files for %j: documented %s', (entries, attached, documented) => {
    expect(isDocumented(entries, attached)).toBe(documented)
  })

  test.each<[IncidentStatus | null, string, boolean]>([
    [null, 'Abrir incidencia', true],
    ['PENDING', 'Abrir incidencia', true],
    ['OPEN', 'Modificar', false],
    ['CLOSED', 'Modificar', false],
  ])('INC-12: the button of a %s one reads %s', (status, label, open) => {
    expect(saveLabel(status)).toBe(label)
    expect(isYetToOpen(status)).toBe(open)
    expect(shownStatus(status)).toBe(status === 'CLOSED' ? 'CLOSED' : 'OPEN')
  })
})

test.each([
  [null, undefined, true],
  ['PENDING', 'OPEN', true],
  ['OPEN', undefined, true],
  ['OPEN', 'CLOSED', true],
  ['CLOSED', undefined, false],
  ['CLOSED', 'CLOSED', false],
  ['CLOSED', 'OPEN', true],
] as const)('ROLE-16: the text of a %s incident saved with %s may be corrected: %s', (status, sent, open) => {
  expect(hasOpenText(status, sent)).toBe(open)
})

test.each([
  [null, true],
  ['PENDING', true],
  ['OPEN', true],
  ['CLOSED', false],
] as const)('ROLE-16: a %s one takes files: %s', (status, takes) => {
  expect(takesFiles(status)).toBe(takes)
})

test('ROLE-16 ROLE-34: incidents that each role sees', () => {
  expect(roles.map(role => [role, incidentsSeen[role]])).toEqual([
    ['CCI', 'all'],
    ['PROVIDER', 'about'],
    ['AUDIT', 'none'],
    ['ENTITY', 'raised'],
  ])
})
