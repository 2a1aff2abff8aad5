import { IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { msg, t } from '#domain/language/translate.ts'
import { NEW_USER_ID } from '#web/identity/user/EndUser.tsx'
import { chosenOf, ParticipantChooser, useChosenName } from '#web/identity/user/ParticipantChooser.tsx'
import { UserList } from '#web/identity/user/UserList.tsx'
import { UserModal } from '#web/identity/user/UserModal.tsx'
import { useUserForm } from '#web/identity/user/useUserForm.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

const ONLY_PRINCIPAL = msg('Solo el usuario principal de su organización puede crear usuarios.')

/**
 * User management: the users of one's participant, created and edited by its principal user and by CCI, which chooses
 * the participant first; other roles only read the list (USR-01, USR-02, ROUTE-30, ROLE-18, ROLE-42).
 */
export function UsersPage() {
  const me = useMe()
  const manages = useMay('user.manage')
  const choosing = useMay('user.overview')
  const [of] = useUrlValue('of')
  const navigate = useNavigate()
  const chosen = choosing ? chosenOf(of) : null
  const chosenName = useChosenName(chosen)
  const form = useUserForm()
  const participant = chosen?.id ?? me.idGenericEntity
  const organization = chosen ? (chosenName ?? '') : me.nameGenericEntity
  // Page and filters belonged to the previous list.
  const choose = (value: string | null) => void navigate({ to: '.', search: (value ? { of: value } : {}) as never })
  return (
    <>
      <PageHeader
        title={t('Gestión de usuarios')}
        subtitle={
          choosing
            ? t('Elija primero de quién son: del propio CCI o de un participante.')
            : t`Los usuarios de ${me.nameGenericEntity}`
        }
        actions={
          <span id={NEW_USER_ID}>
            <ActionButton
              variant="filled"
              leftSection={<IconUserPlus />}
              blocked={manages ? null : t(ONLY_PRINCIPAL)}
              reason="tooltip"
              onClick={() => form.begin({ user: null, participant: chosen?.id ?? null })}
            >
              {t('Crear usuario')}
            </ActionButton>
          </span>
        }
      />
      {choosing ? <ParticipantChooser chosen={chosen} onChange={choose} /> : null}
      {manages ? null : (
        <Message kind="info" title={t('Aquí puede leer la lista')}>
          {t(
            'Los usuarios de su organización los crea, edita y da de baja su usuario principal. Sus propios datos sí puede cambiarlos.',
          )}
        </Message>
      )}
      <UserList
        key={participant}
        participant={participant}
        onEdit={user => form.begin({ user, participant: user.idGenericEntity })}
      />
      <UserModal
        form={form}
        organization={form.subject.user?.nameGenericEntity ?? organization}
        ofBank={choosing && (form.subject.user?.role ?? chosen?.kind) === 'ENTITY'}
      />
    </>
  )
}
