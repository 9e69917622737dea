import { hasStateRules, judgeStateChange, type StateVerdict } from '../domain/bills/state-changes'
import { isList } from './field-types'
import { optionText } from './options'
import { stateNotFirst, stateNotNext, stateTooLate } from './sentences'
import type { EnumField, Field, Row } from './types'

interface Change {
  /** The record as it would be. */
  readonly row: Row
  /** The record before; undefined = a new one. */
  readonly previous: Row | undefined
  readonly today: string
}

/** A sentence for each state that may not follow the one before it. */
export const stateErrors = (fields: readonly Field[], { row, previous, today }: Change): Record<string, string> => {
  const errors: Record<string, string> = {}
  for (const field of fields.filter(isState)) {
    const [from, to] = [previous?.[field.name], row[field.name]]
    if (typeof to !== 'string') continue
    const verdict = judgeStateChange(field.enum, { from: typeof from === 'string' ? from : undefined, to, row, today })
    const sentence = sentenceOf(verdict, field, { from, to, fields })
    if (sentence) errors[field.name] = sentence
  }
  return errors
}

type StateField = EnumField & { readonly enum: NonNullable<EnumField['enum']> }

const isState = (field: Field): field is StateField => 'options' in field && !isList(field) && !field.readOnly && hasStateRules(field.enum)

interface Step {
  readonly from: unknown
  readonly to: string
  readonly fields: readonly Field[]
}

const sentenceOf = (verdict: StateVerdict, field: EnumField, { from, to, fields }: Step): string | undefined => {
  const { label } = field
  const text = (code: unknown) => optionText(field, code)
  if (verdict.kind === 'allowed') return undefined
  if (verdict.kind === 'tooLate') return stateTooLate(label, text(to), fields.find(({ name }) => name === verdict.field)?.label ?? verdict.field)
  const instead = verdict.instead.map(text)
  return from === undefined || from === null ? stateNotFirst(label, instead) : stateNotNext(label, { from: text(from), to: text(to), instead })
}
