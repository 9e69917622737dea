import type { DragEvent, PointerEvent } from 'react'
import { columnWidths } from '../../../contract/saved-views'
import type { Field } from '../../../schema/language/types'
import { withMoved, withValues } from './column-settings'
import type { ListColumns } from './columns'

/** The class of the edge of a column's head by which its width is changed. */
export const columnEdge = 'column-edge'
/** The class of the head at whose place a dragged column would be put. */
export const dropTarget = 'drop-target'

const fieldAttribute = 'data-field'
/** The type of the data of a drag, so that nothing else that is dragged over a head is taken for a column. */
const dragType = 'application/x-column'

/**
 * Returns the properties of the heads of columns and of their edges, by which a pointer changes the order and the widths.
 * The dialog for columns does the same with buttons.
 */
export const columnGrips = ({ columns, settings, set }: ListColumns) => {
  const names = columns.map(({ name }) => name)
  const drop = (event: DragEvent<HTMLElement>, to: string) => {
    const name = event.dataTransfer.getData(dragType)
    event.currentTarget.classList.remove(dropTarget)
    if (!names.includes(name) || name === to) return
    event.preventDefault()
    set(withMoved(settings, names, { name, to }))
  }
  const resize = (event: PointerEvent<HTMLElement>, field: Field) => {
    // Otherwise, the head would be dragged.
    event.preventDefault()
    event.stopPropagation()
    const edge = event.currentTarget
    const widths = shownWidths(edge)
    const start = event.clientX
    const widthAt = (x: number) => limited((widths[field.name] ?? 0) + x - start)
    const columnOf = edge.closest('table')?.querySelectorAll('col')[edge.closest('th')?.cellIndex ?? -1]
    edge.setPointerCapture(event.pointerId)
    const width = columnOf?.style.width ?? ''
    const show = (value: string) => columnOf?.style.setProperty('width', value)
    const end = () => {
      edge.onpointermove = null
      edge.onpointerup = null
      edge.onpointercancel = null
    }
    edge.onpointermove = ({ clientX }) => show(`${widthAt(clientX)}px`)
    edge.onpointercancel = () => {
      end()
      show(width)
    }
    edge.onpointerup = ({ clientX }) => {
      end()
      // The other columns keep the widths that they have on the screen.
      const kept = Object.entries({ ...widths, [field.name]: widthAt(clientX) })
      if (clientX !== start)
        set(withValues(settings, names, Object.fromEntries(kept.map(([name, Width]) => [name, { Width }]))))
    }
  }
  return {
    headOf: (field: Field) => ({
      [fieldAttribute]: field.name,
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.setData(dragType, field.name)
        event.dataTransfer.effectAllowed = 'move' as const
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        event.currentTarget.classList.add(dropTarget)
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => event.currentTarget.classList.remove(dropTarget),
      onDrop: (event: DragEvent<HTMLElement>) => drop(event, field.name),
    }),
    edgeOf: (field: Field) => ({
      className: columnEdge,
      'aria-hidden': true,
      'data-tip': '拖曳調整寬度，按兩下恢復',
      onPointerDown: (event: PointerEvent<HTMLElement>) => resize(event, field),
      onDoubleClick: () => set(withoutWidth(settings, field.name)),
    }),
  }
}

const limited = (width: number): number => Math.round(Math.min(columnWidths.max, Math.max(columnWidths.min, width)))

/** Returns the widths of the columns on the screen, by field. */
const shownWidths = (edge: HTMLElement): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...(edge.closest('tr')?.querySelectorAll<HTMLElement>(`[${fieldAttribute}]`) ?? [])].map((head) => [
      head.getAttribute(fieldAttribute) ?? '',
      limited(head.offsetWidth),
    ]),
  )

const withoutWidth = (settings: ListColumns['settings'], name: string): ListColumns['settings'] =>
  settings.map(({ Width, ...setting }) =>
    setting.Name === name || Width === undefined ? setting : { ...setting, Width },
  )
