// Square crop of a picture, moved and scaled by dragging or with three sliders.

/** Side of the result in pixels. */
const SIDE = 512;

/** Shorter side to which a larger picture is reduced while it is decoded, which leaves enough for the greatest zoom. In pixels. */
const ENOUGH = 4 * SIDE;

/** Maximum size that the server accepts, in bytes. */
const MOST_BYTES = 512 * 1024;

export class Crop {
  /** @type {ImageBitmap | undefined} */
  #image;
  /** Where the pointer was last, in pixels of the window. Not every browser tells how far a finger has moved. */
  #at = { x: 0, y: 0 };
  #canvas;
  #sliders;

  /**
   * @param {HTMLElement} element with a canvas and sliders named zoom, x and y by data-crop
   * @param {AbortSignal} signal
   */
  constructor(element, signal) {
    this.#canvas = /** @type {HTMLCanvasElement} */ (element.querySelector('canvas'));
    const slider = (/** @type {string} */ name) =>
      /** @type {HTMLInputElement} */ (element.querySelector(`[data-crop="${name}"]`));
    this.#sliders = { zoom: slider('zoom'), x: slider('x'), y: slider('y') };
    element.addEventListener('input', () => this.#draw(), { signal });
    this.#canvas.addEventListener('pointerdown', event => {
      this.#canvas.setPointerCapture(event.pointerId);
      this.#at = { x: event.clientX, y: event.clientY };
    }, { signal });
    this.#canvas.addEventListener('pointermove', event => this.#drag(event), { signal });
    this.#canvas.addEventListener('wheel', event => this.#wheel(event), { signal });
  }

  /**
   * Loads a picture; resolves to whether the file is a picture.
   * @param {Blob} file
   */
  async load(file) {
    try {
      this.#image = await decode(file);
    } catch {
      return false;
    }
    this.#sliders.zoom.value = '1';
    this.#sliders.x.value = '0';
    this.#sliders.y.value = '0';
    this.#draw();
    return true;
  }

  /** Returns the cropped picture as a JPEG in Base64, small enough for the server. */
  async base64() {
    for (let quality = 0.9; ; quality -= 0.15) {
      const blob = await this.#jpeg(quality);
      if (blob.size <= MOST_BYTES || quality < 0.2) return base64(blob);
    }
  }

  /**
   * @param {number} quality
   * @returns {Promise<Blob>}
   */
  #jpeg(quality) {
    return new Promise((resolve, reject) => this.#canvas.toBlob(
      blob => blob ? resolve(blob) : reject(new Error('The picture could not be made.')), 'image/jpeg', quality));
  }

  /** @param {string} text reason why the picture is unusable */
  complain(text) {
    const problem = this.#canvas.closest('dialog')?.querySelector('[data-crop-problem]');
    if (problem) problem.textContent = text;
  }

  /** Canvas pixels per picture pixel, such that the picture always covers the square. */
  get #scale() {
    const { width, height } = /** @type {ImageBitmap} */ (this.#image);
    return SIDE / Math.min(width, height) * Number(this.#sliders.zoom.value);
  }

  /** Overlap of the picture over the square on either side. */
  get #slack() {
    const { width, height } = /** @type {ImageBitmap} */ (this.#image);
    return { x: (width * this.#scale - SIDE) / 2, y: (height * this.#scale - SIDE) / 2 };
  }

  #draw() {
    const context = this.#canvas.getContext('2d');
    if (!context || !this.#image) return;
    const [scale, slack] = [this.#scale, this.#slack];
    context.imageSmoothingQuality = 'high';
    // White behind transparent pictures, since JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, SIDE, SIDE);
    context.drawImage(
      this.#image,
      -slack.x * (1 - Number(this.#sliders.x.value)),
      -slack.y * (1 - Number(this.#sliders.y.value)),
      this.#image.width * scale,
      this.#image.height * scale,
    );
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!event.buttons || !this.#image) return;
    const ratio = SIDE / this.#canvas.getBoundingClientRect().width;
    const slack = this.#slack;
    const [x, y] = [event.clientX - this.#at.x, event.clientY - this.#at.y];
    this.#at = { x: event.clientX, y: event.clientY };
    this.#move(this.#sliders.x, slack.x && x * ratio / slack.x);
    this.#move(this.#sliders.y, slack.y && y * ratio / slack.y);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.#move(this.#sliders.zoom, -event.deltaY / 400);
  }

  /** @param {HTMLInputElement} slider @param {number} by */
  #move(slider, by) {
    slider.value = String(Number(slider.value) + by);
    this.#draw();
  }
}

/**
 * Decodes a picture, a large one at a reduced size: phones have no memory for 48 megapixels.
 * @param {Blob} file
 */
async function decode(file) {
  const { width, height } = await sizeOf(file);
  const part = ENOUGH / Math.min(width, height);
  // A picture without a size of its own is a drawing.
  if (!(part < 1)) return createImageBitmap(file);
  const [resizeWidth, resizeHeight] = [width, height].map(side => Math.round(side * part));
  return createImageBitmap(file, { resizeWidth, resizeHeight, resizeQuality: 'high' });
}

/**
 * Size of a picture in pixels, for which it is not decoded.
 * @param {Blob} file
 */
async function sizeOf(file) {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve);
      image.addEventListener('error', reject);
      image.src = address;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
function base64(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
}
