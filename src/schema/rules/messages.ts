// The zh-TW messages of the validator. Almost all name the field; most also say what to do.

export const required = (label: string) => `請填寫${label}。`

export const mustChange = (label: string) => `這是上一筆的${label}，請改為新的${label}。`

export const mustChoose = (label: string) => `請選擇${label}。`

export const tooLong = (label: string, max: number, length: number) => `${label}最多 ${max} 個字，目前 ${length} 個字。`

export const tooShort = (label: string, min: number, length: number) =>
  `${label}至少 ${min} 個字，目前 ${length} 個字。`

export const exactLength = (label: string, length: number, actual: number) => {
  if (length === 0) return `依代收約定，${label}不需填寫，請留空。`
  return actual === 0 ? `請填寫${label}，應為 ${length} 碼。` : `${label}應為 ${length} 碼，目前 ${actual} 碼。`
}

export const tooManyLines = (label: string, max: number, lines: number) => `${label}最多 ${max} 行，目前 ${lines} 行。`

export const wrongFormat = (label: string, expected: string) => `${label}格式不正確，${expected}。`

/**
 * Returns the message for a wrong check digit.
 * `kind` names the kind of number, because a field may accept several kinds.
 */
export const wrongCheckDigit = (label: string, kind: string) => `${label}不正確：${kind}的檢查碼不符，請核對後更正。`

export const lostZero = (label: string) =>
  `${label}少了開頭的 0（試算表會去掉數字開頭的 0），請將該欄改為文字格式並補上 0。`

export const badCharacter = (label: string) => `${label}含有無法顯示的控制字元，請刪除後重新輸入。`

export const unreadableCharacter = (label: string) =>
  `${label}含有無法辨識的字（可能是自造字、被截斷的字，或檔案的編碼不同），請改用通用的字。`

export const privateUseCharacter = (label: string, code: string) =>
  `${label}含有自造字（${code}），只有造字的電腦能顯示，請改用通用的字。`

export const inexactNumber = (label: string) =>
  `${label}的數字超過 15 位，Excel 會改掉末幾位，請將該欄改為文字格式並重新輸入。`

export const spreadsheetError = (label: string, value: string) =>
  `${label}是 Excel 的錯誤值「${value}」，請更正該儲存格的內容或公式。`

export const tooNarrow = (label: string) =>
  `${label}在 Excel 顯示為「####」，表示欄寬不足或日期不正確，請加寬該欄並確認內容後重新存檔。`

export const formula = (label: string) => `${label}是公式，請用「選擇性貼上－值」改成數值或文字。`

export const mergedCell = (label: string) => `${label}與上方的儲存格合併，請取消合併並在每一列填寫內容。`

export const lateExample = '這一列有範例的標記；請刪除標記，若這一列就是範例，請刪除整列。'

export const storedAsNumber = (label: string) =>
  `${label}在 Excel 存成數字，內容可能已被改掉（例如 0012 變成 12、3E5 變成 300000），請將該欄改為文字格式並重新輸入。`

export const storedAsDate = (label: string) =>
  `${label}在 Excel 存成日期（例如 1-2 變成 1 月 2 日），請將該欄改為文字格式並重新輸入。`

export const notText = (label: string) => `${label}應為文字。`

export const notInteger = (label: string) => `${label}應為整數，例如 1000。`

/** Returns the message for a number whose separators are ambiguous or unusual. */
export const ambiguousNumber = (label: string, text: string, [first = '', second]: readonly string[]) =>
  second === undefined
    ? `${label}的「${shortText(text)}」分隔符號位置不正確，若是 ${first}，請改寫成 ${first}。`
    : `${label}的「${shortText(text)}」可能是 ${first}，也可能是 ${second}，請改寫成其中一種。`

export const unsupportedNumber = (label: string) => `${label}的數字太大，系統無法處理。`

export const belowMinimum = (label: string, bound: string) => `${label}不可小於 ${bound}。`

export const aboveMaximum = (label: string, bound: string) => `${label}不可大於 ${bound}。`

export const tooEarly = (label: string, bound: string) => `${label}不可早於${bound}。`

export const tooLate = (label: string, bound: string) => `${label}不可晚於${bound}。`

/**
 * Returns the end of a message about a date outside its bounds: how the entry was read, and what may have been meant.
 */
export const perhapsMeant = (read: string, meant: readonly string[]) =>
  `目前讀為 ${read}；若是 ${meant.join('或 ')}，請填寫完整的年份。`

export const notDate = (label: string) => `${label}不是正確的日期，請輸入如 2026/11/30 或 115/11/30。`

export const notRoc = (label: string) => `${label}應以民國年填寫，例如 115/11/30。`

export const notGregorian = (label: string) => `${label}應以西元年填寫，例如 2026/11/30。`

export const notMonth = (label: string) => `${label}不是正確的年月，請輸入如 2026/11 或 115/11。`

export const notTime = (label: string) => `${label}不是正確的時間，請輸入如 09:30。`

export const notPercent = (label: string) => `${label}應為百分比，例如 1.5。`

export const tooManyDecimals = (label: string, decimals: number) =>
  decimals === 0 ? `${label}應為整數，不可有小數。` : `${label}最多到小數點後 ${decimals} 位。`

export const notJson = (label: string) => `${label}不是正確的資料。`

export const notImage = (label: string, types: readonly string[]) => `${label}只接受 ${types.join('、')} 圖片。`

export const imageTooBig = (label: string, maxBytes: number) =>
  `${label}最大 ${Math.floor(maxBytes / 1024)} KB，請縮小圖片後重新選擇。`

export const optionUnavailable = (label: string, option: string) => `${label}目前不可選「${option}」，請改選其他項目。`

export const notDateTime = (label: string) => `${label}不是正確的日期時間。`

export const notBoolean = (label: string) => `${label}請選擇「是」或「否」。`

export const notAnOption = (label: string, value: unknown, options: readonly string[]) =>
  `${label}沒有「${shortText(value)}」這個選項，請改用：${options.join('、')}。`

export const outsideAllowedOptions = (label: string, allowedText: string) => `${label}超出可選範圍：${allowedText}。`

export const notAList = (label: string) => `${label}應為清單。`

export const tooFew = (label: string, min: number, unit: string) => `${label}至少要有 ${min} ${unit}。`

export const tooMany = (label: string, max: number, unit: string, actual: number) =>
  `${label}最多 ${max} ${unit}，目前 ${actual} ${unit}。`

export const selectedAlone = (label: string, option: string) =>
  `${label}選了「${option}」就不能再選其他項目，請只留「${option}」，或取消「${option}」。`

export const repeated = (label: string, value: string) => `${label}重複選了「${value}」，請只留一個。`

export const inItem = (itemNo: number, message: string) => `第 ${itemNo} 列：${message}`

/**
 * Removes the item number that `inItem` writes before a message.
 * The number changes when items are added or removed.
 */
export const withoutItemNumber = (message: string): string => message.replace(/^第 ?\d+ ?列：/, '')

export const itemRemoved = (itemNo: number) => `第 ${itemNo} 列已不在這筆資料中，請重新載入後再修改。`

export const unknownField = () => '沒有這個欄位。'

export const writeOnce = (label: string) => `${label}建立後不可修改。`

export const notWritable = (label: string) => `您沒有填寫${label}的權限，請保留原值。`

export const notAllowedByCondition = (record: string, action: string) =>
  `${record}目前不可${action}，請重新整理後查看最新狀態。`

export const lockedByCondition = (label: string) => `${label}目前不可修改。`

export const invalidInitialState = (label: string, initial: readonly string[]) =>
  `新增時${label}只能是${quoteTexts(initial)}。`

export const invalidStateChange = (
  label: string,
  { from, to, instead }: { readonly from: string; readonly to: string; readonly instead: readonly string[] },
) => `${label}不能從「${from}」改為「${to}」，${instead.length > 0 ? `只能改為${quoteTexts(instead)}` : '不可再變更'}。`

export const stateChangeTooLate = (label: string, to: string, date: string) =>
  `${date}已過，${label}不能改為「${to}」；請先延後${date}。`

const quoteTexts = (texts: readonly string[]) => texts.map((text) => `「${text}」`).join('或')

export const maskedValueEntered = (label: string) => `${label}是遮罩後的內容，請輸入完整的${label}，或保留原值。`

export const wrongFile = (label: string, extensions: readonly string[], extension: string) =>
  `${label}只接受 ${extensions.join('、')} 檔。${extension === 'xls' && extensions.includes('xlsx') ? '舊版的 .xls 請先在 Excel 用「另存新檔」存成 .xlsx。' : ''}`

export const fileTooBig = (label: string, maxBytes: number) =>
  `${label}最大 ${fileSizeText(maxBytes)}，請縮小或分成數個檔案。`

/** Formats a file size in KB or MB. */
export const fileSizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.round((bytes / 1_048_576) * 10) / 10} MB`

export const wrongContent = (label: string, extension: string) =>
  `${label}的內容不是 ${extension} 檔，可能是改過副檔名的其他檔案；請用原來的程式另存成 ${extension} 後再選擇。`

export const fileNameTooLong = (label: string, max: number, length: number) =>
  `${label}的檔名最多 ${max} 個字，目前 ${length} 個字，請縮短檔名後再選擇。`

export const fileEmpty = (label: string) => `${label}是空的檔案，請確認內容後重新選擇。`

export const noSuchRecord = (label: string, value: string) => `${label}查無「${value}」，請改用已建立的資料。`

// For an object, String() would call a toString that the input may define.
const shortText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 40)
