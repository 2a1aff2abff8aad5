import type { InvitableKind } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import type { FieldRuleName } from '#domain/participant/field-rules.ts'

/** The sections of the form that show these fields, in form order. */
export const formSections = ['company', 'contacts'] as const

/** Where a form shows a field: its section, its position there in rows of six columns, and its width. */
export type FormPlace = {
  readonly section: (typeof formSections)[number]
  readonly row: number
  readonly column: 1 | 2 | 3 | 4 | 5 | 6
  readonly span: 1 | 2 | 3 | 4
  /** Comes from the invitation; the participant never writes it (D33). */
  readonly fromInvitation?: true
}

export type FieldDefinition = {
  /** The Spanish name on forms, in conflicts and on the timeline. */
  readonly label: string
  /** The kind of text, which `field-rules.ts` checks and normalises; or the choice of a number of employees. */
  readonly rule: FieldRuleName | 'employees'
  /** The most characters that a call takes, if not those of its rule. */
  readonly longest?: number
  readonly optional?: true
  /** Who may change it after onboarding (PART-10, PART-12, D33, decision 020). */
  readonly afterOnboarding: 'own' | 'CCI'
  /**
   * What others read it for: to choose an evaluator, or to reach the centre (D16, D17). CCI and the participant itself
   * read every field, and so do those who see a provider.
   */
  readonly readTo: readonly ('choose' | 'reach')[]
  /** Its column of the table `participant`. */
  readonly column: string
  /** What erasure leaves of it (D44): nothing, an evaluator's name on the scores of others, or all for a reason. */
  readonly erasure: 'empty' | 'displayName' | { readonly stays: string }
  /** The kinds of participant that have it, with its place in the form of each. */
  readonly form: { readonly [K in InvitableKind]?: FormPlace }
  /** Takes half the width of a phone. */
  readonly half?: true
  /** Shown under the field if its name does not imply the format. */
  readonly hint?: string
  /** A valid value, for tests and for demo companies without one of their own. */
  readonly example: string
}

/** Every field of a participant's profile, in the order of the wire (PART-01, PART-09, PART-11, PART-15). */
export const fields = {
  name: {
    label: msg('Nombre'),
    rule: 'notnull',
    afterOnboarding: 'CCI',
    readTo: ['choose', 'reach'],
    column: 'name',
    erasure: 'displayName',
    form: {
      PROVIDER: { section: 'company', row: 1, column: 1, span: 4 },
      ENTITY: { section: 'company', row: 1, column: 1, span: 4, fromInvitation: true },
    },
    example: 'Peñafiel Transcripciones, S.L.',
  },
  commercialName: {
    label: msg('Nombre comercial'),
    rule: 'notnull',
    afterOnboarding: 'CCI',
    readTo: ['choose', 'reach'],
    column: 'commercial_name',
    erasure: 'empty',
    form: {
      PROVIDER: { section: 'company', row: 2, column: 1, span: 3 },
      AUDIT: { section: 'company', row: 2, column: 1, span: 4 },
    },
    example: 'Peñafiel',
  },
  businessName: {
    label: msg('Razón social'),
    rule: 'notnull',
    afterOnboarding: 'CCI',
    readTo: ['choose', 'reach'],
    column: 'business_name',
    erasure: 'empty',
    form: { AUDIT: { section: 'company', row: 1, column: 1, span: 4 } },
    example: 'Somport Auditores, S.L.P.',
  },
  cif: {
    label: 'CIF',
    rule: 'cif',
    afterOnboarding: 'CCI',
    readTo: ['choose'],
    column: 'cif',
    erasure: 'empty',
    form: {
      PROVIDER: { section: 'company', row: 1, column: 5, span: 2 },
      AUDIT: { section: 'company', row: 1, column: 5, span: 2 },
    },
    example: 'B12345674',
  },
  web: {
    label: msg('Web'),
    rule: 'web',
    afterOnboarding: 'own',
    readTo: ['reach'],
    column: 'web',
    erasure: 'empty',
    form: { PROVIDER: { section: 'company', row: 3, column: 1, span: 3 } },
    example: 'https://www.penafiel.example',
  },
  billingContact: {
    label: msg('Contacto de facturación'),
    rule: 'notnull',
    afterOnboarding: 'own',
    readTo: [],
    column: 'billing_contact',
    erasure: 'empty',
    form: {
      PROVIDER: { section: 'contacts', row: 1, column: 1, span: 3 },
      AUDIT: { section: 'contacts', row: 2, column: 1, span: 3 },
    },
    example: 'Begoña Iriarte Sanz',
  },
  billingEmail: {
    label: msg('Correo de facturación'),
    rule: 'email',
    afterOnboarding: 'own',
    readTo: [],
    column: 'billing_email',
    erasure: 'empty',
    form: {
      PROVIDER: { section: 'contacts', row: 1, column: 4, span: 3 },
      AUDIT: { section: 'contacts', row: 2, column: 4, span: 3 },
    },
    example: 'facturas@penafiel.example',
  },
  cnae: {
    label: 'CNAE',
    rule: 'cnae',
    afterOnboarding: 'CCI',
    readTo: [],
    column: 'cnae',
    erasure: 'empty',
    form: { PROVIDER: { section: 'company', row: 2, column: 4, span: 1 } },
    hint: msg('4 cifras, como 6311'),
    example: '8220',
  },
  securityLeader: {
    label: msg('Correo del responsable de seguridad'),
    rule: 'email',
    afterOnboarding: 'own',
    readTo: [],
    column: 'security_leader',
    erasure: 'empty',
    form: { PROVIDER: { section: 'contacts', row: 2, column: 1, span: 3 } },
    example: 'seguridad@penafiel.example',
  },
  issuesContact: {
    label: msg('Correo para incidencias'),
    rule: 'email',
    afterOnboarding: 'own',
    readTo: [],
    column: 'incident_contact',
    erasure: 'empty',
    form: { PROVIDER: { section: 'contacts', row: 2, column: 4, span: 3 } },
    example: 'incidencias@penafiel.example',
  },
  numEmployees: {
    label: msg('Número de empleados'),
    rule: 'employees',
    afterOnboarding: 'own',
    readTo: [],
    column: 'employees',
    erasure: { stays: 'one of a fixed set of words' },
    form: { PROVIDER: { section: 'company', row: 2, column: 5, span: 2 } },
    half: true,
    example: '_1_9',
  },
  email: {
    label: msg('Correo electrónico'),
    rule: 'email',
    afterOnboarding: 'own',
    readTo: ['reach'],
    column: 'email',
    erasure: 'empty',
    form: {
      PROVIDER: { section: 'company', row: 3, column: 4, span: 3 },
      AUDIT: { section: 'contacts', row: 1, column: 3, span: 4 },
    },
    example: 'info@penafiel.example',
  },
  roac: {
    label: msg('Número de ROAC'),
    rule: 'notnull',
    longest: 40,
    afterOnboarding: 'CCI',
    readTo: ['choose'],
    column: 'roac',
    erasure: 'empty',
    form: { AUDIT: { section: 'company', row: 2, column: 5, span: 2 } },
    example: 'S1234',
  },
  partnerAudit: {
    label: msg('Socio firmante de auditoría de sistemas'),
    rule: 'notnull',
    afterOnboarding: 'own',
    readTo: [],
    column: 'partner_audit',
    erasure: 'empty',
    form: { AUDIT: { section: 'company', row: 3, column: 1, span: 3 } },
    example: 'Íñigo Salas Prieto',
  },
  partnerISAE30: {
    label: msg('Socio firmante de informes ISAE 3000'),
    rule: 'notnull',
    optional: true,
    afterOnboarding: 'own',
    readTo: [],
    column: 'partner_isae',
    erasure: 'empty',
    form: { AUDIT: { section: 'company', row: 3, column: 4, span: 3 } },
    example: 'Ana Gil Casals',
  },
  tlf: {
    label: msg('Teléfono'),
    rule: 'telefono',
    afterOnboarding: 'own',
    readTo: ['reach'],
    column: 'phone',
    erasure: 'empty',
    form: { AUDIT: { section: 'contacts', row: 1, column: 1, span: 2 } },
    example: '915550100',
  },
  codNRBE: {
    label: msg('Código NRBE'),
    rule: 'nrbe',
    afterOnboarding: 'CCI',
    readTo: [],
    column: 'nrbe',
    erasure: 'empty',
    form: { ENTITY: { section: 'company', row: 1, column: 5, span: 2, fromInvitation: true } },
    example: '0049',
  },
} as const satisfies Record<string, FieldDefinition>

export type Field = keyof typeof fields
/** The fields that take typed text. */
export type TextField = { [F in Field]: (typeof fields)[F]['rule'] extends FieldRuleName ? F : never }[Field]
