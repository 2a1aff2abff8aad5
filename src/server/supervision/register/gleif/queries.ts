import { sql } from 'kysely'
import type { AnswerOf } from '#domain/contract/contract.ts'
import type { readGleif } from '#domain/supervision/register/gleif/contract.ts'
import type { GleifFacts, GleifLei } from '#domain/supervision/register/gleif/gleif.ts'
import { leiUseOf } from '#domain/supervision/register/gleif/gleif.ts'
import { normaliseLei } from '#domain/values/lei.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** What GLEIF says of some LEIs, as CCI loaded it last; null while it has loaded no companies. */
export async function gleifOf(db: Db, leis: readonly string[]): Promise<GleifFacts | null> {
  const load = await db
    .selectFrom('gleif_load')
    .select(['published_on as on', 'is_part as isPart'])
    .where('kind', '=', 'LEI')
    .executeTakeFirst()
  if (!load) return null
  const { rows } = await sql<GleifLei>`
    select l.lei, l.name, l.country, l.status, l.renewal_on as "renewalOn", p.parent_lei as "parentLei",
      m.name as "parentName", m.country as "parentCountry"
    from gleif_lei l
      -- A relationship says more than an exception.
      left join lateral (select r.parent_lei from gleif_parent r where r.lei = l.lei
        order by r.parent_lei = l.lei, r.parent_lei limit 1) p on true
      left join gleif_lei m on m.lei = p.parent_lei
    where l.lei = any(${[...new Set(leis)]})`.execute(db)
  return { on: load.on, isWhole: !load.isPart, leis: new Map(rows.map(each => [each.lei, each])) }
}

/** What GLEIF says of one LEI, as a form shows it. */
export async function gleifWireOf(db: Db, lei: string): Promise<AnswerOf<typeof readGleif>> {
  const asked = normaliseLei(lei)
  const gleif = await gleifOf(db, [asked])
  const found = gleif?.leis.get(asked)
  if (!gleif || !found) return { on: gleif?.on ?? null, found: null }
  const { status: _status, parentLei, parentName, parentCountry, ...known } = found
  const parent = parentLei === null ? null : { lei: parentLei, name: parentName, country: parentCountry }
  return { on: gleif.on, found: { ...known, use: leiUseOf(found), parent } }
}
