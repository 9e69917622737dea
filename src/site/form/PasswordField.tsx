import { useState } from 'react'
import { Field, type InputHints } from './Field'
import type { Form } from './use-form'

interface Props<Name extends string> extends InputHints {
  readonly form: Form<Name>
  readonly name: Name
}

/** A password input whose characters can be shown, so that a typing error need not cost a try. */
export const PasswordField = <Name extends string>({ form, name, ...input }: Props<Name>) => {
  const [shown, setShown] = useState(false)
  return (
    <Field
      form={form}
      name={name}
      type={shown ? 'text' : 'password'}
      maxLength={64}
      autoCapitalize="none"
      spellCheck={false}
      {...input}
      aside={
        <button
          type="button"
          className="button button-plain field-button"
          aria-pressed={shown}
          aria-controls={name}
          aria-label="顯示輸入內容"
          onClick={() => setShown(!shown)}
        >
          {shown ? '隱藏' : '顯示'}
        </button>
      }
    />
  )
}
