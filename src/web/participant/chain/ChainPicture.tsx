import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#domain/contract/contract.ts'
import { t } from '#domain/language/translate.ts'
import { isOver, isToCome } from '#domain/participant/chain/chain.ts'
import type { readChain, SubcontractWire } from '#domain/participant/chain/contract.ts'
import { listSubcontracts } from '#domain/participant/chain/contract.ts'
import type { Elsewhere } from '#domain/participant/chain/shared.ts'
import { sharedIn } from '#domain/participant/chain/shared.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { queryOptions } from '#web/api/api.ts'
import { useMe } from '#web/session/useMe.ts'
import { listed } from '#web/ui/language/spoken.ts'
import { BOX_HEIGHT, type ChainBox, chainBoxes, chainLine, fittedText, ROOT } from '#web/ui/picture/layout.ts'
import { Picture, RankMark } from '#web/ui/picture/Picture.tsx'
import classes from '../../ui/picture/picture.module.css'

/** Of one provider, for what its services share. */
const ALL = 200

type Chain = AnswerOf<typeof readChain>

/** The chain of a service as companies by rank; those that also work elsewhere for the provider are marked (EXP-26). */
export function ChainPicture({ chain }: { chain: Chain }) {
  const { providerId, provider, service, subcontracts: rows } = chain
  const { today } = useMe()
  const { data } = useQuery(queryOptions(listSubcontracts, { query: { idProvider: providerId, size: ALL } }))
  const others = (data?.content ?? []).filter(row => row.serviceId !== chain.serviceId && !isOver(row, today))
  const shared = sharedIn([...rows, ...others])
  const byId = new Map(rows.map(row => [row.id, row]))
  return (
    <Picture
      label={t`Dibujo de la cadena de ${service}`}
      legend={t(
        'El número es el rango. Borde grueso: sustenta el servicio. Borde discontinuo: prevista. Número en círculo lleno: trabaja también en otro lugar para este proveedor.',
      )}
      text={[
        t`${provider} presta ${service} y tiene el rango 1.`,
        ...rows.map(row => rowText(row, shared.get(row.id), today)),
      ]}
      draw={width => {
        const { boxes, isIndented, ...size } = chainBoxes(rows, width)
        const at = new Map(boxes.map(box => [box.id, box]))
        return {
          ...size,
          body: (
            <>
              {boxes.map(box =>
                box.parent === null ? null : (
                  <path
                    key={`line ${box.id}`}
                    className={classes.line}
                    data-weak={byId.get(box.id)?.underpins === false || undefined}
                    d={chainLine(valueIn(at, box.parent), box, isIndented)}
                  />
                ),
              )}
              {boxes.map(box => {
                const row = byId.get(box.id)
                return row ? (
                  <Company key={box.id} box={box} row={row} elsewhere={shared.get(row.id)} />
                ) : (
                  <Box key={ROOT} box={box} rank={1} name={provider} note={service} underpins />
                )
              })}
            </>
          ),
        }
      }}
    />
  )
}

function Company({ box, row, elsewhere }: { box: ChainBox; row: SubcontractWire; elsewhere: Elsewhere | undefined }) {
  return (
    <Box
      box={box}
      rank={row.rank}
      name={row.company.name}
      note={elsewhere ? elsewhereText(elsewhere) : row.does}
      underpins={row.underpins}
      isPlanned={isToCome(row, useMe().today)}
      isShared={elsewhere !== undefined}
    />
  )
}

type BoxProps = {
  box: ChainBox
  rank: number
  name: string
  note: string
  underpins: boolean
  isPlanned?: boolean
  isShared?: boolean
}

function Box({ box, rank, name, note, underpins, isPlanned = false, isShared = false }: BoxProps) {
  const { x, y, width } = box
  const room = width - 44
  return (
    <g>
      <title>{[name, note].filter(Boolean).join('. ')}</title>
      <rect
        className={classes.box}
        data-underpins={underpins || undefined}
        data-planned={isPlanned || undefined}
        data-shared={isShared || undefined}
        {...{ x, y, width, height: BOX_HEIGHT, rx: 4 }}
      />
      <RankMark x={x + 20} y={y + BOX_HEIGHT / 2} rank={rank} isShared={isShared} />
      <text className={classes.name} x={x + 38} y={y + (note ? 20 : 28)}>
        {fittedText(name, room, 7.3)}
      </text>
      {note ? (
        <text className={classes.note} x={x + 38} y={y + 37}>
          {fittedText(note, room, 6.4)}
        </text>
      ) : null}
    </g>
  )
}

const elsewhereText = ({ services, again }: Elsewhere): string =>
  services.length > 0 ? t`También en ${listed(services)}` : again ? t('Otra vez en esta cadena') : ''

function rowText(row: SubcontractWire, elsewhere: Elsewhere | undefined, today: Day): string {
  const facts = [
    row.underpins ? t('sustenta el servicio') : t('no sustenta el servicio'),
    isToCome(row, today) ? t('prevista') : null,
    elsewhere ? elsewhereText(elsewhere).toLowerCase() : null,
  ]
  return t`Rango ${row.rank}: ${row.company.name} trabaja para ${row.recipient}; ${facts.filter(Boolean).join('; ')}.`
}
