import { companyColumns, fittedText } from '#web/ui/picture/layout.ts'
import { Picture, RankMark } from '#web/ui/picture/Picture.tsx'
import classes from './picture.module.css'

/** What hangs from a company: a service of a provider, at the rank of the company in its chain. */
export type Hanging = { id: string; service: string; provider: string; rank: number; underpins: boolean; note?: string }
type Company = { id: string; name: string; count: string; services: readonly Hanging[] }

/** The most services that are drawn under one company. */
const DRAWN = 5

type Props = { label: string; companies: readonly Company[] }

/** Companies, and the services that hang from each; a service under two or more of them is marked (EXP-26). */
export function CompaniesPicture({ label, companies }: Props) {
  const times = new Map<string, number>()
  for (const { services } of companies) for (const { id } of services) times.set(id, (times.get(id) ?? 0) + 1)
  const isShared = ({ id }: Hanging) => (times.get(id) ?? 0) > 1
  const linesOf = ({ services }: Company) => Math.min(services.length, DRAWN) + (services.length > DRAWN ? 1 : 0)
  return (
    <Picture
      label={label}
      legend="El número es el rango. Línea continua: sustenta el servicio; discontinua: no. Número en círculo lleno: el servicio cuelga de dos o más de estas empresas."
      text={companies.map(company => companyText(company, isShared))}
      draw={width => {
        const { columns, column, height, head, service } = companyColumns(companies.map(linesOf), width)
        return {
          width,
          height,
          body: companies.map((company, index) => {
            const { x, y } = columns[index]!
            const drawn = company.services.slice(0, DRAWN)
            const rest = company.services.length - drawn.length
            const lineAt = (line: number) => y + head + line * service + service / 2
            return (
              <g key={company.id}>
                <title>{companyText(company, isShared)}</title>
                <path className={classes.line} d={`M${x + 14} ${y + head}V${lineAt(linesOf(company) - 1)}`} />
                <rect className={classes.box} data-underpins x={x} y={y} width={column} height={head} rx={4} />
                <text className={classes.name} x={x + 12} y={y + 21}>
                  {fittedText(company.name, column - 24, 7.3)}
                </text>
                <text className={classes.note} x={x + 12} y={y + 39}>
                  {company.count}
                </text>
                {drawn.map((each, line) => (
                  <g key={each.id}>
                    <path
                      className={classes.line}
                      data-weak={each.underpins ? undefined : true}
                      d={`M${x + 14} ${lineAt(line)}H${x + 30}`}
                    />
                    <RankMark x={x + 41} y={lineAt(line)} rank={each.rank} isShared={isShared(each)} />
                    <text className={classes.name} x={x + 60} y={lineAt(line) - 2}>
                      {fittedText(each.service, column - 64, 7.3)}
                    </text>
                    <text className={classes.note} x={x + 60} y={lineAt(line) + 14}>
                      {fittedText([each.note, each.provider].filter(Boolean).join(' · '), column - 64, 6.2)}
                    </text>
                  </g>
                ))}
                {rest > 0 ? (
                  <text className={classes.note} x={x + 30} y={lineAt(DRAWN) + 4}>
                    y {rest} más
                  </text>
                ) : null}
              </g>
            )
          }),
        }
      }}
    />
  )
}

function companyText({ name, count, services }: Company, isShared: (each: Hanging) => boolean): string {
  const each = services.map(hanging =>
    [
      `${hanging.service}, de ${hanging.provider}`,
      `rango ${hanging.rank}`,
      hanging.underpins ? 'lo sustenta' : null,
      hanging.note,
      isShared(hanging) ? 'también bajo otra' : null,
    ]
      .filter(Boolean)
      .join(', '),
  )
  return `${name}: ${count}. ${each.join('; ')}.`
}
