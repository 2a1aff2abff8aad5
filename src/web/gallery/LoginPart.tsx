import { Button, PasswordInput, TextInput } from '@mantine/core'
import { loginSlides } from '#web/assets/loginSlides.ts'
import { footer } from '#web/gallery/Shell.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { AuthLayout } from '#web/ui/layout/AuthLayout.tsx'

export function LoginPart() {
  return (
    <AuthLayout
      title="Acceso al portal"
      subtitle="Calificación de los proveedores de la banca por el CCI."
      slides={loginSlides}
      footer={footer}
    >
      <form>
        {location.search.includes('error') ? (
          <Message kind="error" live>
            El correo y/o la contraseña introducidos no son correctos.
          </Message>
        ) : null}
        <TextInput label="Correo electrónico" defaultValue="lucia.ferrer@tramontana.example" />
        <PasswordInput label="Contraseña" defaultValue="doce letras." />
        <Button variant="filled" fullWidth>
          Entrar
        </Button>
        <p>
          <a href="#login">Recuperar contraseña</a>
        </p>
      </form>
    </AuthLayout>
  )
}
