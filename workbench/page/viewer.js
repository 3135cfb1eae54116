// The picture on a canvas: moved, zoomed, and drawn from tiles. Places are in pixels of the picture.

const KEPT = 160; // tiles in memory, a megabyte each
const LARGEST = 16; // pixels of the screen for one of the picture

export class Viewer {
  constructor(canvas, changed) {
    this.canvas = canvas;
    this.changed = changed; // called after each drawing that was asked for: draws what lies over the picture
    this.picture = null;
    this.scale = 1; // pixels of the page for one of the picture
    this.x = 0; // the place at the upper left corner
    this.y = 0;
    this.tiles = new Map();
    this.views = new Map(); // how other pictures were looked at
    this.touched = false;
    new ResizeObserver(() => this.resized()).observe(canvas.parentElement);
  }

  get width() { return this.canvas.clientWidth; }
  get height() { return this.canvas.clientHeight; }
  get px() { return 1 / this.scale; }
  get middle() { return this.toPicture([this.width / 2, this.height / 2]); }

  show(picture) {
    if (!picture.width || (this.picture?.stamp === picture.stamp && this.picture.id === picture.id)) return;
    if (this.picture) this.views.set(this.picture.id, [this.scale, this.x, this.y]);
    const before = this.views.get(picture.id);
    const same = this.picture?.id === picture.id;
    this.picture = picture;
    this.tiles.clear();
    if (before && this.touched) { if (!same) [this.scale, this.x, this.y] = before; this.draw(); } else this.fit();
  }

  resized() {
    const dpr = window.devicePixelRatio || 1;
    this.canvas.width = Math.max(1, Math.round(this.width * dpr));
    this.canvas.height = Math.max(1, Math.round(this.height * dpr));
    if (!this.touched) this.fit();
    this.draw();
  }

  fit() {
    if (!this.picture) return;
    const { width, height } = this.picture;
    this.scale = 0.97 * Math.min(this.width / width, this.height / height) || 1;
    this.x = (width - this.width / this.scale) / 2;
    this.y = (height - this.height / this.scale) / 2;
    this.touched = false;
    this.draw();
  }

  toScreen([x, y]) { return [(x - this.x) * this.scale, (y - this.y) * this.scale]; }
  toPicture([x, y]) { return [this.x + x / this.scale, this.y + y / this.scale]; }

  move(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.bounded();
  }

  zoom(factor, [sx, sy] = [this.width / 2, this.height / 2]) {
    if (!this.picture) return;
    const [x, y] = this.toPicture([sx, sy]);
    const least = 0.4 * Math.min(this.width / this.picture.width, this.height / this.picture.height);
    this.scale = Math.min(LARGEST, Math.max(least, this.scale * factor));
    this.x = x - sx / this.scale;
    this.y = y - sy / this.scale;
    this.bounded();
  }

  /** Show a place in the middle; at least so large if `scale` is given. */
  goTo([x, y], scale = 0) {
    this.scale = Math.min(LARGEST, Math.max(this.scale, scale));
    this.x = x - this.width / 2 / this.scale;
    this.y = y - this.height / 2 / this.scale;
    this.bounded();
  }

  /** Some of the picture always stays in sight. */
  bounded() {
    this.touched = true;
    if (this.picture) {
      const [wide, high] = [this.width / this.scale, this.height / this.scale];
      this.x = Math.min(this.picture.width - wide * 0.2, Math.max(-wide * 0.8, this.x));
      this.y = Math.min(this.picture.height - high * 0.2, Math.max(-high * 0.8, this.y));
    }
    this.draw();
  }

  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.paint(); });
  }

  paint() {
    const g = this.canvas.getContext("2d"), dpr = window.devicePixelRatio || 1;
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.fillStyle = "#c9ccd1";
    g.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.picture) {
      const factor = this.scale * dpr;
      g.imageSmoothingEnabled = factor < 4;
      g.imageSmoothingQuality = "high";
      const level = Math.max(0, Math.min(this.picture.levels - 1, Math.floor(Math.log2(1 / factor) + 0.2)));
      for (const one of this.seen(level)) this.paintTile(g, one, factor);
      g.setTransform(factor, 0, 0, factor, -this.x * factor, -this.y * factor);
    }
    this.changed(g, dpr);
  }

  /** The tiles of a level that are in sight. */
  *seen(level) {
    const side = this.picture.tile * 2 ** level;
    const [right, below] = this.toPicture([this.width, this.height]);
    const across = Math.ceil(this.picture.width / side), down = Math.ceil(this.picture.height / side);
    for (let y = Math.max(0, Math.floor(this.y / side)); y < down && y * side < below; y++)
      for (let x = Math.max(0, Math.floor(this.x / side)); x < across && x * side < right; x++)
        yield { level, x, y };
  }

  paintTile(g, one, factor) {
    // A tile that is not here yet is drawn from the coarser one in which it lies.
    const side = this.picture.tile * 2 ** one.level;
    const left = one.x * side, top = one.y * side;
    const wide = Math.min(side, this.picture.width - left), high = Math.min(side, this.picture.height - top);
    const box = [(left - this.x) * factor, (top - this.y) * factor];
    const [x0, y0] = box.map(Math.round);
    const x1 = Math.round(box[0] + wide * factor), y1 = Math.round(box[1] + high * factor);
    for (let up = 0; one.level + up < this.picture.levels; up++) {
      const image = this.tile(one.level + up, one.x >> up, one.y >> up, up > 0 && one.level + up < this.picture.levels - 1);
      if (!image) continue;
      const part = 2 ** (one.level + up), from = this.picture.tile;
      const sx = left / part - (one.x >> up) * from, sy = top / part - (one.y >> up) * from;
      g.setTransform(1, 0, 0, 1, 0, 0);
      g.drawImage(image, sx, sy, Math.min(wide / part, image.width - sx), Math.min(high / part, image.height - sy),
        x0, y0, x1 - x0, y1 - y0);
      return;
    }
  }

  tile(level, x, y, onlyIfHere) {
    const name = `${level}/${x}/${y}`;
    const found = this.tiles.get(name);
    if (found) {
      this.tiles.delete(name);
      this.tiles.set(name, found);
      return found.complete && found.naturalWidth ? found : null;
    }
    if (onlyIfHere) return null;
    const image = new Image();
    image.onload = () => this.draw();
    image.src = `tile/${this.picture.id}/${name}.jpg?v=${this.picture.stamp}`;
    this.tiles.set(name, image);
    for (const [old, held] of this.tiles) {
      if (this.tiles.size <= KEPT) break;
      if (old.split("/")[0] < this.picture.levels - 1) { held.onload = null; held.src = ""; this.tiles.delete(old); }
    }
    return null;
  }
}
