import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { IdentityWire } from '#domain/participant/company/contract.ts'
import { readRegisterIdentity, saveRegisterIdentity } from '#domain/participant/company/contract.ts'
import { registerIdentityFields } from '#domain/participant/company/facts.ts'
import { call } from '#web/api/api.ts'
import { CompanyFields, companyBody, namedCompanyFaults, noCompany } from '#web/participant/company/CompanyFields.tsx'
import { fieldId } from '#web/record/FormFields.tsx'
import { RecordModal } from '#web/record/RecordModal.tsx'

/** The choices of a parent that are no known company: the provider itself, and one that is typed. */
const OWN = ''
const OTHER = 'other'

type Props = { providerId: string; identity: IdentityWire; onClose: () => void }

/** How a provider is named in its clients' registers; each field says what it is for (DORA-01, DORA-06). */
export function IdentityModal({ providerId, identity, onClose }: Props) {
  const savedParent = identity.parent?.id ?? OWN
  const [parentId, setParentId] = useState(savedParent)
  const [parent, setParent] = useState(noCompany)
  const params = { id: providerId }
  return (
    <RecordModal
      title={t('Identificación para el registro')}
      fields={registerIdentityFields}
      groups={({ personType, otherCode }) => [
        {
          names: [
            ...['lei', 'leiRenewalOn', 'euid', 'personType'],
            // A legal person's code can be removed.
            ...(personType === 'INDIVIDUAL' || otherCode ? ['otherCodeType', 'otherCode'] : []),
            ...['country', 'latinName'],
          ],
        },
        {
          names: [],
          content: (errors, clear) => (
            <>
              <NativeSelect
                id={fieldId('parentId')}
                label={t('Matriz última')}
                description={t('La empresa que está al final de las que controlan su organización.')}
                value={parentId}
                onChange={event => {
                  setParentId(event.currentTarget.value)
                  clear()
                }}
                data={[
                  { value: OWN, label: t('Su propia organización') },
                  ...(identity.parent ? [{ value: identity.parent.id, label: identity.parent.name }] : []),
                  { value: OTHER, label: identity.parent ? t('Otra empresa') : t('Una empresa') },
                ]}
                error={errors.parentId}
              />
              {parentId === OTHER ? (
                <CompanyFields
                  path="parent"
                  values={parent}
                  onChange={changes => {
                    setParent({ ...parent, ...changes })
                    clear()
                  }}
                  errors={errors}
                />
              ) : null}
            </>
          ),
        },
      ]}
      saved={identity}
      isAroundChanged={parentId !== savedParent}
      check={() => (parentId === OTHER ? namedCompanyFaults(parent, 'parent') : {})}
      focus="lei"
      send={(values, version) =>
        call(saveRegisterIdentity, {
          params,
          body: {
            ...values,
            ...(parentId === OTHER
              ? { parent: companyBody(parent) }
              : parentId === savedParent
                ? {}
                : { parentId: parentId || null }),
            version,
          },
        })
      }
      read={() => call(readRegisterIdentity, { params })}
      onClose={onClose}
      done={t('Identificación guardada')}
    />
  )
}
