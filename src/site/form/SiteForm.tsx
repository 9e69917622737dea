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

interface Props<Options extends Readonly<Record<string, string>>> {
  readonly legend: string
  readonly name: string
  /** Values and what they are called. */
  readonly options: Options
  readonly value: keyof Options
  readonly choose: (value: keyof Options) => void
}

/** A choice between a few values, all of them in sight. */
export const ChoiceField = <Options extends Readonly<Record<string, string>>>({ legend, name, options, value, choose }: Props<Options>) => (
  <fieldset className="choices">
    <legend>{legend}</legend>
    {Object.entries(options).map(([one, text]) => (
      <label key={one}>
        <input type="radio" name={name} checked={value === one} onChange={() => choose(one)} />
        {text}
      </label>
    ))}
  </fieldset>
)
