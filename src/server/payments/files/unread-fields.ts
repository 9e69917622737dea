/** A field of which some lines have bytes that cannot be read. The field is optional, so the lines are valid. */
export interface UnreadField {
  readonly label: string
  /** Number of these lines. */
  readonly count: number
  readonly firstLineNo: number
}

/** Counts the lines of a file by the fields that could not be read. */
export const unreadFieldCounter = () => {
  const fields = new Map<string, UnreadField>()
  return {
    add: (labels: readonly string[], lineNo: number): void => {
      for (const label of labels) {
        const { count, firstLineNo } = fields.get(label) ?? { count: 0, firstLineNo: lineNo }
        fields.set(label, { label, count: count + 1, firstLineNo })
      }
    },
    fields: (): readonly UnreadField[] => [...fields.values()],
  }
}

/** Returns a notice in zh-TW for operators; null if everything could be read. */
export const unreadFieldsNotice = (fields: readonly UnreadField[]): string | null => {
  if (fields.length === 0) return null
  const places = fields.map(
    ({ label, count, firstLineNo }) => `「${label}」${count.toLocaleString('en')} 列（首見於第 ${firstLineNo} 列）`,
  )
  return `有無法辨識的內容：${places.join('、')}。無法辨識的字以「?」代替，其他欄位視同空白，不影響入帳；如需原文，請洽通路。`
}
