import { hiddenFields } from '../../schema/hidden'
import { standardNames } from '../../schema/standard-fields'
import type { Around, Field, Resource, Row } from '../../schema/types'

/** Fields that stand together on a detail page. */
export interface ShownSection {
  readonly title: string
  readonly fields: readonly Field[]
  /** Who wrote the record and when, which people ask for last. */
  readonly isTrail: boolean
}

/** The sections of a detail page: those of the form, then what the server makes and the head does not show, then who wrote it and when. */
export const showSections = (resource: Resource, row: Row, around: Around): readonly ShownSection[] => {
  const entered = resource.form.map(({ title, fields }) => ({
    title,
    fields: fields.flatMap((name) => resource.fields.filter((field) => field.name === name)),
  }))
  const hidden = hiddenFields(resource.fields, row, around)
  const inForm = entered.flatMap(({ fields }) => fields)
  const shownAbove = (field: Field) => inForm.includes(field) || resource.head.includes(field.name)
  const rest = resource.fields.filter((field) => !shownAbove(field))
  const isStandard = ({ name }: Field) => standardNames.includes(name)
  return [...entered, { title: '系統資訊', fields: rest.filter((field) => !isStandard(field)) }, { title: '異動紀錄', fields: rest.filter(isStandard) }]
    .map(({ title, fields }) => ({
      title,
      fields: fields.filter((field) => field.type !== 'file' && !hidden.includes(field)),
      isTrail: fields.every(isStandard),
    }))
    .filter(({ fields }) => fields.length > 0)
}
