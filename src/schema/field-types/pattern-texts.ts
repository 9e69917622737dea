/** What the usual patterns mean, so that no file needs to say it. */
export const patternTexts: Readonly<Record<string, string>> = {
  '^[0-9]+$': '請輸入數字',
  '^[A-Z0-9]+$': '請輸入大寫英文字母或數字',
  '^[A-Za-z0-9]+$': '請輸入英文字母或數字',
  '^[A-Za-z0-9-]+$': '請輸入英文字母、數字或連字號',
  '^[A-Za-z0-9_-]+$': '請輸入英文字母、數字、底線或連字號',
}
