import type {
  ArrangementFacts,
  ChainFacts,
  CompanyFacts,
  EntityFacts,
  FunctionFacts,
  LineFacts,
  MemberFacts,
  RegisterFacts,
} from '#domain/supervision/register/facts.ts'
import type { GleifFacts, GleifLei } from '#domain/supervision/register/gleif/gleif.ts'
import { leiOf } from '#domain/values/lei.ts'

/** An invented LEI with right check digits. */
export const someLei = (n: number): string => leiOf(`959800ALMOTACEN${String(n).padStart(3, '0')}`)

/** Facts that meet every rule; `changes` breaks what a test wants broken. */
export const someEntity = (changes: Partial<EntityFacts> = {}): EntityFacts => ({
  id: 'bank',
  name: 'Banco de Pruebas',
  lei: someLei(0),
  leiRenewalOn: '2027-05-01',
  country: 'ES',
  type: 'x12',
  authority: 'Banco de España',
  hierarchy: 'x21',
  parentLei: null,
  parentName: '',
  parentCountry: null,
  parentType: null,
  parentHierarchy: null,
  currency: 'EUR',
  totalAssets: 1_500_000_000,
  enteredOn: '2025-03-01',
  changedOn: '2026-01-15',
  ...changes,
})

/** An entity of the bank's group. */
export const someMember = (n: number, changes: Partial<MemberFacts> = {}): MemberFacts => ({
  id: `member${n}`,
  kind: 'MEMBER',
  name: `Filial ${n}`,
  lei: someLei(700 + n),
  code: '',
  country: 'PT',
  type: 'x12',
  hierarchy: 'x56',
  parentLei: null,
  joinedOn: null,
  leftOn: null,
  currency: 'EUR',
  totalAssets: 2_000_000,
  enteredOn: '2026-02-01',
  changedOn: '2026-02-02',
  ...changes,
})

/** A branch of the bank itself. */
export const someBranch = (n: number, changes: Partial<MemberFacts> = {}): MemberFacts =>
  someMember(n, {
    id: `branch${n}`,
    kind: 'BRANCH',
    name: `Sucursal ${n}`,
    code: `SUC-${n}`,
    lei: null,
    type: null,
    hierarchy: null,
    currency: null,
    totalAssets: null,
    ...changes,
  })

export const someFunction = (n: number, changes: Partial<FunctionFacts> = {}): FunctionFacts => ({
  id: `function${n}`,
  memberId: null,
  code: `F${n}`,
  activity: 'x162',
  name: `Función ${n}`,
  critical: 'x28',
  reason: 'Sin ella no se atiende a los clientes',
  assessedOn: '2025-11-01',
  rtoHours: 4,
  rpoHours: 1,
  impact: 'x793',
  ...changes,
})

export const someCompany = (n: number, changes: Partial<CompanyFacts> = {}): CompanyFacts => ({
  id: `company${n}`,
  keptBy: 'PROVIDER',
  isGone: false,
  name: `Empresa ${n}`,
  latinName: '',
  lei: someLei(n),
  leiRenewalOn: '2027-05-01',
  euid: null,
  otherCode: null,
  otherCodeType: null,
  personType: 'LEGAL',
  country: 'ES',
  parentId: null,
  ...changes,
})

export const someContract = (n: number, changes: Partial<ArrangementFacts> = {}): ArrangementFacts => ({
  id: `contract${n}`,
  reference: `CT-${String(n).padStart(3, '0')}`,
  type: 'x1',
  overarchingId: null,
  insideId: null,
  signers: [],
  users: [],
  companyId: 'company1',
  currency: 'EUR',
  annualCost: 1000.5,
  startsOn: '2024-01-01',
  endsOn: null,
  endReason: null,
  noticeEntityDays: 90,
  noticeProviderDays: 180,
  lawCountry: 'ES',
  chainIsWhole: null,
  ...changes,
})

export const someLine = (n: number, changes: Partial<LineFacts> = {}): LineFacts => ({
  id: `line${n}`,
  arrangementId: 'contract1',
  functionId: 'function1',
  useId: `use${n}`,
  serviceId: 'service1',
  service: 'Banca móvil',
  ictType: 'S19',
  provisionCountries: ['ES'],
  holdsData: true,
  storageCountries: ['IE'],
  processingCountries: ['IE'],
  sensitivity: 'x793',
  reliance: 'x797',
  substitutability: 'x960',
  noSubstituteReason: 'x964',
  ownAuditOn: '2025-10-31',
  exitPlan: true,
  reintegration: 'x966',
  impact: 'x793',
  alternatives: 'x28',
  alternativeNames: 'Otra empresa',
  ...changes,
})

export const someChain = (changes: Partial<ChainFacts> = {}): ChainFacts => ({
  companyId: 'company1',
  serviceId: 'service1',
  confirmedOn: '2025-12-01',
  subcontracts: [],
  ...changes,
})

/** What GLEIF says: of these LEIs, and of the bank that it is in force. `name` is the company's of that number unless given. */
export const someGleif = (leis: readonly (Partial<GleifLei> & { lei: string })[], isWhole = true): GleifFacts => ({
  on: '2026-01-15',
  isWhole,
  leis: new Map(
    [{ lei: someLei(0) }, ...leis].map(each => [
      each.lei,
      {
        name: `Empresa ${Number(each.lei.slice(15, 18))}`,
        country: 'ES',
        status: 'ISSUED',
        renewalOn: '2027-01-15',
        parentLei: null,
        parentName: null,
        parentCountry: null,
        ...each,
      },
    ]),
  ),
})

/** A register with one contract that meets every rule. */
export const someRegister = (changes: Partial<RegisterFacts> = {}): RegisterFacts => ({
  entity: someEntity(),
  members: [],
  functions: [someFunction(1)],
  arrangements: [someContract(1)],
  lines: [someLine(1)],
  companies: [someCompany(1)],
  chains: [someChain()],
  written: [],
  uses: [{ id: 'use1', companyId: 'company1', provider: 'Empresa 1', serviceId: 'service1', service: 'Banca móvil' }],
  rates: {},
  gleif: null,
  terms: Array.from({ length: 19 }, () => ''),
  ...changes,
})

/** A register of one contract with a company outside the portal, and what the bank wrote of who works for it. */
export const outsideRegister = (
  subcontracts: readonly { id: string; company: string; for?: string }[] = [{ id: 'sub', company: 'company2' }],
  changes: Partial<RegisterFacts> = {},
): RegisterFacts =>
  someRegister({
    companies: [
      someCompany(1, { keptBy: 'BANK' }),
      someCompany(2, { keptBy: 'BANK' }),
      someCompany(3, { keptBy: 'BANK' }),
    ],
    lines: [someLine(1, { useId: null, serviceId: null, service: '' })],
    chains: [],
    written: [
      {
        arrangementId: 'contract1',
        ictType: 'S19',
        subcontracts: subcontracts.map(each => ({
          id: each.id,
          companyId: each.company,
          recipientId: each.for ?? null,
          underpins: true,
          countries: [],
        })),
      },
    ],
    uses: [],
    ...changes,
  })

/**
 * The register of a group: a function of each of two entities and of the bank, a contract that a branch uses as well, and one within the
 * group with the contract that it rests on.
 */
export const groupRegister = (changes: Partial<RegisterFacts> = {}): RegisterFacts =>
  someRegister({
    entity: someEntity({ hierarchy: 'x53' }),
    members: [
      someMember(1),
      someMember(2, { parentLei: someLei(701) }),
      someBranch(1),
      someBranch(2, { parentLei: someLei(701) }),
    ],
    functions: [
      someFunction(1),
      someFunction(2, { memberId: 'member1' }),
      someFunction(3, { code: 'F1', memberId: 'member2' }),
    ],
    companies: [someCompany(1), someCompany(2, { lei: someLei(702), name: 'Filial 2' })],
    arrangements: [
      someContract(1, {
        users: ['bank', 'member1', 'branch1', 'branch2'],
        signers: ['bank', 'member1'],
        insideId: 'contract3',
      }),
      someContract(2),
      someContract(3, { companyId: 'company2' }),
    ],
    lines: [
      someLine(1),
      someLine(2, { useId: 'use1', functionId: 'function2' }),
      someLine(3, { useId: 'use1', arrangementId: 'contract2', functionId: 'function2' }),
      someLine(4, { useId: 'use1', arrangementId: 'contract2', functionId: 'function3' }),
      someLine(5, { useId: 'use1', arrangementId: 'contract3', functionId: 'function1' }),
    ],
    chains: [someChain(), someChain({ companyId: 'company2' })],
    ...changes,
  })

/** Such a world in which functions are of the bank and of two entities, and one contract in four is behind one within the group. */
export function largeGroup(contracts: number): RegisterFacts {
  const facts = largeRegister(contracts)
  const owners = [null, 'member1', 'member2']
  const inside = facts.arrangements.length - 1
  return {
    ...facts,
    entity: someEntity({ hierarchy: 'x53' }),
    members: [someMember(1, { joinedOn: '2024-01-01' }), someMember(2, { joinedOn: '2024-01-01' }), someBranch(1)],
    functions: facts.functions.map((each, n) => ({
      ...each,
      code: `F${Math.floor(n / 3) + 1}`,
      memberId: owners[n % 3]!,
    })),
    companies: [...facts.companies, someCompany(702, { id: 'inside', name: 'Filial 2', keptBy: 'BANK' })],
    arrangements: facts.arrangements.map((each, n) => ({
      ...each,
      ...(n === inside ? { companyId: 'inside' } : {}),
      insideId: n % 4 === 0 && n !== inside ? facts.arrangements[inside]!.id : null,
      signers: n % 5 === 0 ? ['member1'] : [],
      users: n % 7 === 0 ? ['bank', 'member1', 'member2', 'branch1'] : [],
    })),
    chains: [...facts.chains, someChain({ companyId: 'inside' })],
  }
}

/** A register of some contracts with several lines each, chains of three ranks and shared subcontractors. */
export function largeRegister(contracts: number, linesEach = 5): RegisterFacts {
  const providers = Math.max(1, Math.ceil(contracts / 3))
  const provider = (n: number) => someCompany(n + 1, { parentId: n % 4 === 0 ? 'parent' : null })
  const subcontractors = Array.from({ length: 12 }, (_, n) => someCompany(800 + n, { id: `sub${n}`, keptBy: 'CCI' }))
  const companies = [
    ...Array.from({ length: providers }, (_, n) => provider(n)),
    ...subcontractors,
    someCompany(900, { id: 'parent', keptBy: 'CCI', country: 'DE', lei: null, euid: 'DEHRB.B900' }),
  ]
  const chains = Array.from({ length: providers }, (_, n) => {
    const companyId = `company${n + 1}`
    const [first, second] = [`sub${n % 12}`, `sub${(n + 5) % 12}`]
    return someChain({
      companyId,
      subcontracts: [
        { id: `a${n}`, companyId: first, recipientId: null, underpins: true, countries: ['IE'] },
        { id: `b${n}`, companyId: second, recipientId: `a${n}`, underpins: true, countries: ['FR', 'DE'] },
      ],
    })
  })
  const functions = Array.from({ length: 30 }, (_, n) =>
    someFunction(n + 1, n % 3 === 2 ? { critical: 'x29', rtoHours: 0, rpoHours: 0 } : {}),
  )
  const types = ['S17', 'S18', 'S19', 'S08', 'S14']
  const arrangements = Array.from({ length: contracts }, (_, n) =>
    someContract(n + 1, { companyId: `company${(n % providers) + 1}` }),
  )
  const lines = arrangements.flatMap((contract, n) =>
    Array.from({ length: linesEach }, (_, k) =>
      someLine(n * linesEach + k + 1, {
        arrangementId: contract.id,
        functionId: `function${((n + Math.floor(k / types.length)) % 30) + 1}`,
        ictType: types[k % types.length]!,
      }),
    ),
  )
  return someRegister({ companies, chains, functions, arrangements, lines })
}
