import './form.css'
import type { ReactNode } from 'react'
import type { Form } from './use-form'

/** A form of the site: summary of what is wrong, fields, and the button that sends it. */
export const SiteForm = <Name extends string>({ form, submit, children }: { form: Form<Name>; submit: string; children: ReactNode }) => (
  <form ref={form.ref} className="form" onSubmit={form.onSubmit} noValidate>
    {form.summary && (
      <p role="alert" tabIndex={-1} className="note note-danger">
        {form.summary}
      </p>
    )}
    {children}
    <button type="submit" className="button form-submit" aria-disabled={form.pending}>
      {submit}
    </button>
  </form>
)
