import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { situations } from '#domain/supervision/use/situation.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { StateMark } from '#web/ui/feedback/StateBadge.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './supervision.module.css'

/** On a bank's start: how many uses are below their level, unrated and about to lapse (LEVEL-20). */
export function RequiredLevels() {
  const { data, error, refetch } = useQuery(queryOptions(listUses, { query: { size: 1 } }))
  const all = data ? situations.reduce((sum, each) => sum + data.counts[each], 0) : 0
  return (
    <Section
      title={t('NIVELES EXIGIDOS')}
      kind="label"
      actions={<UiLink href={paths.requiredLevels()}>{t('Ver los niveles exigidos')}</UiLink>}
    >
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={classes.figuresWait}>
          <Loading height={64} />
        </div>
      ) : all === 0 ? (
        <p className="dim">
          {t('Declare los servicios que utiliza su entidad y verá aquí cuáles no cumplen lo que exige.')}
        </p>
      ) : (
        <div className={classes.figures}>
          {(
            [
              ['REJECTED', data.counts.BELOW, t('por debajo del nivel'), { situation: 'BELOW' }],
              ['LAPSED', data.counts.UNRATED, t('sin calificación vigente'), { situation: 'UNRATED' }],
              ['PENDING', data.counts.ending, t('por caducar en 30 días'), { ending: 'true' }],
            ] as const
          ).map(([state, count, words, filters]) => (
            <UiLink key={state} className={classes.figure} data-s={state} href={paths.requiredLevels(filters)}>
              <StateMark state={state} />
              <b>{count}</b> {words}
            </UiLink>
          ))}
        </div>
      )}
    </Section>
  )
}
