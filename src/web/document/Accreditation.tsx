import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { readOwnParticipant } from '#domain/participant/contract.ts'
import { isAccredited } from '#domain/participant/participant.ts'
import { OPERATOR_NAME } from '#domain/values/product.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { Expiry } from '#web/list/Rating.tsx'
import { useMe } from '#web/session/useMe.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'

/** An evaluator's accreditation, which only CCI writes (ROLE-15, ROLE-41). Renders nothing for others. */
export function Accreditation() {
  const me = useMe()
  const isEvaluator = me.role.key === 'AUDIT'
  const { data, error } = useQuery({ ...queryOptions(readOwnParticipant), enabled: isEvaluator })
  if (!isEvaluator) return null
  if (error) return <Message kind="error">{messageOf(error)}</Message>
  if (!data) return null
  const valid = isAccredited(data.expiredAt, me.today)
  return (
    <div>
      <DescriptionList
        ledger
        facts={[{ label: t('ACREDITACIÓN VIGENTE HASTA'), value: <Expiry value={data.expiredAt} /> }]}
      />
      <p className="small dim" style={{ marginTop: 8 }}>
        {data.expiredAt === null
          ? t`La fija el ${OPERATOR_NAME} cuando acepta su documentación.`
          : valid
            ? t`La fija el ${OPERATOR_NAME}. Mientras esté vigente, los proveedores pueden elegirle.`
            : t`Ha terminado: los proveedores no pueden elegirle hasta que el ${OPERATOR_NAME} la renueve.`}
      </p>
    </div>
  )
}
