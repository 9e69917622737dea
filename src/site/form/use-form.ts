import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, isAborted } from '../../browser/http/api-error'
import { foldFullWidth } from '../../domain/full-width'

/** What a field of a site form accepts. */
export interface FieldRule {
  readonly label: string
  readonly required?: boolean
  /** Taken exactly as typed: passwords. Everything else loses outer blanks and full-width forms. */
  readonly exact?: boolean
  /** Writes the value the way it is kept: without separators, in capitals. */
  readonly tidy?: (value: string) => string
  /** A sentence when the tidied value is wrong. */
  readonly check?: (value: string) => string | undefined
}

export type FieldRules<Name extends string> = Readonly<Record<Name, FieldRule>>
export type Values<Name extends string> = Readonly<Record<Name, string>>
export type Send<Name extends string> = (values: Values<Name>) => Promise<void>
type Errors = Readonly<Record<string, string>>

/** State of a site form: values, a message for each wrong field, and the summary above it. */
export type Form<Name extends string> = ReturnType<typeof useForm<Name>>

/** Checks a form when it is sent, sends it once at a time, and shows what the server refuses on the fields it names. */
export const useForm = <Name extends string>(names: readonly Name[], rulesFor: (values: Values<Name>) => FieldRules<Name>, send: Send<Name>) => {
  const [values, setValues] = useState(() => blank(names))
  const [problem, setProblem] = useState(noProblem)
  const [pending, setPending] = useState(false)
  const ref = useFocusOnProblem(problem)
  const rules = rulesFor(values)

  const submit = async () => {
    const folded = fold(names, rules, values)
    const errors = check(names, rules, folded)
    setValues(folded)
    setProblem({ errors, summary: Object.keys(errors).length > 0 ? '請修正下列欄位後再送出。' : '' })
    if (Object.keys(errors).length > 0) return
    setPending(true)
    await send(folded).catch((error: unknown) => setProblem(problemOf(error)))
    setPending(false)
  }

  return {
    rules,
    values,
    ...problem,
    pending,
    ref,
    change: (name: Name, value: string) => setValues((old) => ({ ...old, [name]: value })),
    fill: (some: Partial<Values<Name>>) => {
      setValues((old) => ({ ...old, ...some }))
      setProblem(noProblem)
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (!pending) void submit()
    },
  }
}

const noProblem: { readonly errors: Errors; readonly summary: string } = { errors: {}, summary: '' }

const blank = <Name extends string>(names: readonly Name[]) => valuesOf(names, () => '')

const fold = <Name extends string>(names: readonly Name[], rules: FieldRules<Name>, values: Values<Name>) =>
  valuesOf(names, (name) => {
    const { exact, tidy = asItIs } = rules[name]
    return exact ? values[name] : tidy(foldFullWidth(values[name]).trim())
  })

const asItIs = (value: string) => value

const valuesOf = <Name extends string>(names: readonly Name[], one: (name: Name) => string) =>
  Object.fromEntries(names.map((name) => [name, one(name)])) as Values<Name>

const check = <Name extends string>(names: readonly Name[], rules: FieldRules<Name>, values: Values<Name>): Errors =>
  Object.fromEntries(
    names.flatMap((name) => [sentenceFor(rules[name], values[name])].filter((sentence) => sentence !== undefined).map((sentence) => [name, sentence])),
  )

const sentenceFor = ({ label, required, check: isWrong }: FieldRule, value: string) => {
  if (value === '') return required ? `請輸入${label}。` : undefined
  return isWrong?.(value)
}

// Errors other than refusals by ReturnCode have had their dialog.
const problemOf = (error: unknown) => {
  if (isAborted(error) || (error instanceof ApiError && error.shown)) return noProblem
  if (error instanceof ApiError) return { errors: error.errors, summary: error.message }
  throw error
}

const useFocusOnProblem = (problem: typeof noProblem) => {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem.summary === '') return
    const field = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? ref.current?.querySelector<HTMLElement>('[role="alert"]')
    field?.focus()
    // Typing replaces the wrong value.
    if (field instanceof HTMLInputElement && field.type !== 'radio') field.select()
  }, [problem])
  return ref
}
