import type { Page } from 'playwright-core';

/** A PNG of one colour with a circle in it. */
export async function drawPicture(page: Page, width: number, height: number, color: string): Promise<Buffer> {
  const url = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} });
    const brush = canvas.getContext('2d');
    brush.fillStyle = '${color}';
    brush.fillRect(0, 0, ${width}, ${height});
    brush.fillStyle = '#fff';
    brush.arc(${width / 2}, ${height / 2}, ${Math.min(width, height) / 4}, 0, 7);
    brush.fill();
    return canvas.toDataURL('image/png');
  })()`);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
