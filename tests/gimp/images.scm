; Makes random images with GIMP, and what GIMP shows of each: for test_xcf_gimp.c.
; (images FOLDER FROM TO SEED): FOLDER/n.xcf and FOLDER/n.png. SEED is an image whose tiles are
; compressed with zlib: GIMP keeps the compression of the file that an image was loaded from.

(define state 1)
(define groups #t)
(define u8-linear 100)
(define u8-gamma 150)
(define u16-linear 200)
(define u16-gamma 250)

(define (chance n)
  (set! state (modulo (+ (* state 1103) 12345) 1048573))
  (modulo (quotient state 7) n))
(define (pick l) (list-ref l (chance (length l))))
(define (colour) (list (chance 256) (chance 256) (chance 256)))

(define (paint drawable w h)
  (gimp-context-set-foreground (colour))
  (gimp-context-set-background (colour))
  (gimp-context-set-opacity (+ 30 (chance 71)))
  (gimp-context-set-gradient-fg-bg-rgb)
  (gimp-drawable-edit-gradient-fill drawable (chance 3) 0 FALSE 1 0 FALSE
    (chance w) (chance h) (+ 1 (chance w)) (+ 1 (chance h)))
  (gimp-context-set-opacity 100))

(define (add-mask layer w h apply)
  (let ((mask (car (gimp-layer-create-mask layer ADD-MASK-WHITE))))
    (gimp-layer-add-mask layer mask)
    (paint mask w h)
    (if apply (gimp-layer-remove-mask layer MASK-APPLY))))

(define (fill-layer layer w h lw lh)
  (gimp-drawable-fill layer (pick (list FILL-TRANSPARENT FILL-TRANSPARENT FILL-WHITE)))
  (paint layer lw lh)
  (if (= 0 (chance 3)) (add-mask layer lw lh #t))
  (gimp-layer-set-offsets layer (- (chance (+ w 10)) 20) (- (chance (+ h 10)) 20)))

(define (add-layers image parent n w h type)
  (let loop ((i 0))
    (if (< i n)
      (let* ((lw (+ 1 (chance (+ w 20)))) (lh (+ 1 (chance (+ h 20))))
             (mode (pick (list LAYER-MODE-NORMAL-LEGACY LAYER-MODE-NORMAL)))
             (opacity (pick (list 100 100 50 33.3 (chance 101))))
             (group (and groups (= 0 (chance 5)) (< i 3)))
             (layer (if group (car (gimp-layer-group-new image))
                      (car (gimp-layer-new image lw lh type "layer" opacity mode)))))
        (gimp-image-insert-layer image layer parent 0)
        (if group
          (begin
            (add-layers image layer (+ 1 (chance 3)) w h type)
            (gimp-layer-set-mode layer mode)
            (gimp-layer-set-opacity layer opacity))
          (fill-layer layer w h lw lh))
        (if (and (= mode LAYER-MODE-NORMAL) (= 0 (chance 3)))
          (begin
            (gimp-layer-set-composite-space layer
              (pick (list LAYER-COLOR-SPACE-RGB-LINEAR LAYER-COLOR-SPACE-RGB-PERCEPTUAL)))
            (gimp-layer-set-composite-mode layer
              (pick (list LAYER-COMPOSITE-UNION LAYER-COMPOSITE-CLIP-TO-BACKDROP)))))
        (if (= 0 (chance 3))
          (begin
            (add-mask layer lw lh #f)
            (if (= 0 (chance 5)) (gimp-layer-set-apply-mask layer FALSE))))
        (if (= 0 (chance 8)) (gimp-item-set-visible layer FALSE))
        (loop (+ i 1))))))

(define (new-image number w h base precision seed)
  (if (= 0 (modulo number 5))
    (let ((image (car (gimp-xcf-load 0 seed seed))))
      (gimp-image-resize image w h 0 0)
      (if (= base GRAY) (gimp-image-convert-grayscale image))
      (if (not (= precision u8-gamma)) (gimp-image-convert-precision image precision))
      image)
    (car (gimp-image-new-with-precision w h base precision))))

(define (make folder number seed)
  (set! state (+ 1 (* number 7919)))
  (let* ((w (+ 1 (chance 150))) (h (+ 1 (chance 150)))
         (kind (modulo number 4))
         (base (if (= kind 1) GRAY RGB))
         (precision (if (= kind 2) u8-gamma
                      (pick (list u8-gamma u8-gamma u16-gamma u8-linear u16-linear))))
         (image (new-image number w h base precision seed))
         (file (string-append folder "/" (number->string number) ".xcf")))
    (set! groups (not (= kind 2))) ; an indexed image has none
    (if (= 0 (chance 3))
      (let ((bottom (car (gimp-layer-new image w h (if (= base GRAY) GRAY-IMAGE RGB-IMAGE)
                           "bottom" 100 LAYER-MODE-NORMAL))))
        (gimp-image-insert-layer image bottom 0 0)
        (paint bottom w h)))
    (add-layers image 0 (+ 1 (chance 4)) w h (if (= base GRAY) GRAYA-IMAGE RGBA-IMAGE))
    (if (= kind 2)
      (gimp-image-convert-indexed image CONVERT-DITHER-NONE CONVERT-PALETTE-GENERATE
        (pick (list 256 16 40)) FALSE FALSE ""))
    (gimp-xcf-save 0 image (car (gimp-image-get-active-drawable image)) file file)
    (gimp-image-delete image)))

; What GIMP shows, in 8 bits. A new layer of an indexed image would be reduced to its colours.
(define (flatten file png)
  (let ((image (car (gimp-xcf-load 0 file file))))
    (if (= (car (gimp-image-base-type image)) INDEXED) (gimp-image-convert-rgb image))
    (let ((layer (car (gimp-layer-new-from-visible image image "all"))))
      (gimp-image-insert-layer image layer 0 0)
      (if (not (= (car (gimp-image-get-precision image)) u8-gamma))
        (gimp-image-convert-precision image u8-gamma))
      (file-png-save-defaults 1 image layer png png)
      (gimp-image-delete image))))

(define (images folder from to seed)
  (if (< from to)
    (let ((name (string-append folder "/" (number->string from))))
      (make folder from seed)
      (flatten (string-append name ".xcf") (string-append name ".png"))
      (images folder (+ from 1) to seed))))
